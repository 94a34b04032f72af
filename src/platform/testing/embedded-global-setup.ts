import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import type { TestProject } from 'vitest/node'

/** Creates the files of a new embedded database once; loading them is four times as fast. */
export default async function setup(project: TestProject): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), 'forgewell-embedded-'))
  const pglite = await PGlite.create('memory://')
  const files = await pglite.dumpDataDir('none')
  await pglite.close()
  writeFileSync(join(folder, 'new.tar'), await files.bytes())
  project.provide('testServer', undefined)
  project.provide('embeddedFiles', join(folder, 'new.tar'))
  return () => rmSync(folder, { recursive: true })
}
