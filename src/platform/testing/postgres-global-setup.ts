import { randomUUID } from 'node:crypto'
import type { TestProject } from 'vitest/node'
import { openDatabase } from '#platform/database/database.server.ts'
import { migrate } from '#platform/database/migrations.server.ts'
import { type PostgresServer, startPostgres } from './postgres-server.ts'
import { databaseUrlOf, runOnServer } from './postgres-test-database.ts'

/** Creates the migrated template database on TEST_DATABASE_URL or on a private, bundled server. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await testServer()
  const template = `template_${randomUUID().replaceAll('-', '')}`
  const teardown = async () => {
    await runOnServer(server.url, `drop database if exists ${template}`)
    await server.stop()
  }
  try {
    await makeTemplate(server.url, template)
  } catch (error) {
    await teardown()
    throw error
  }
  const { url, socketUrl } = server
  project.provide('testServer', { url, socketUrl, template })
  return teardown
}

async function makeTemplate(serverUrl: string, name: string): Promise<void> {
  await runOnServer(serverUrl, `create database ${name}`)
  const databaseUrl = databaseUrlOf(serverUrl, name)
  const { db, close } = await openDatabase({ databaseUrl })
  await migrate(db).finally(close)
}

async function testServer(): Promise<Pick<PostgresServer, 'url' | 'socketUrl' | 'stop'>> {
  const url = process.env.TEST_DATABASE_URL
  if (url) return { url, socketUrl: url, stop: async () => {} }
  return startPostgres({ durable: false })
}
