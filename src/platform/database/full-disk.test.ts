import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { sql } from 'kysely'
import { expect, onTestFinished, type TestContext, test } from 'vitest'
import { StartupError } from '#platform/startup-error.ts'
import { mountSmallDisk, type SmallDisk } from '#platform/testing/small-disk.ts'
import { isConnectionLost, isDiskFull } from './connection-errors.server.ts'
import { openDatabase } from './database.server.ts'

const MEGABYTE = 1024 * 1024
// A new embedded database takes its time on a busy machine.
const timeout = 120_000

function smallDisk(context: TestContext, megabytes: number): SmallDisk {
  const disk = mountSmallDisk(megabytes)
  if ('skipped' in disk) return context.skip(disk.skipped)
  onTestFinished(disk.unmount)
  return disk
}

const open = (dataDir: string) => openDatabase({ databaseUrl: undefined, dataDir })

test('a full disk rejects writes and allows reads, and recovers when space is free', {
  timeout,
}, async (context) => {
  const disk = smallDisk(context, 128)
  const { db, close } = await open(disk.folder)
  const write = () => sql`insert into note values ('new')`.execute(db)
  await sql`create table note (words text)`.execute(db)
  await write()
  for (let round = 0; round < 2; round++) {
    disk.fill(20 * MEGABYTE)
    // The free space is read again after a moment.
    await expect.poll(() => write().catch(isDiskFull)).toBe(true)
    const refusal = await write().catch((error: unknown) => error)
    expect(isConnectionLost(refusal)).toBe(true)
    expect((await sql`select words from note`.execute(db)).rows.length).toBeGreaterThan(0)

    disk.free()
    await expect.poll(() => write().then(() => true, isDiskFull)).toBe(true)
    await expect.poll(() => write().then(() => 'written', String)).toBe('written')
  }
  await close()
})

test('a full disk at the end of a WAL segment ends the process with one log line, and the next start recovers', {
  timeout,
}, async (context) => {
  const disk = smallDisk(context, 96)
  const module = join(import.meta.dirname, 'database.server.ts')
  // A message in the WAL is written by a select, which the guard of the disk lets pass.
  const script = `
    const { openDatabase } = await import(${JSON.stringify(module)})
    const { statfsSync, writeFileSync } = await import('node:fs')
    const folder = ${JSON.stringify(disk.folder)}
    const { pool } = await openDatabase({ databaseUrl: undefined, dataDir: folder, timeoutSeconds: 1 })
    await pool.query('create table note (words text)')
    await pool.query("insert into note values ('kept')")
    const { bavail, bsize } = statfsSync(folder)
    writeFileSync(folder + '/ballast', Buffer.alloc(bavail * bsize - 65536))
    await pool.query('select pg_switch_wal()')
    for (;;) await pool.query("select pg_logical_emit_message(true, 'x', 'y')").catch(() => {})`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script])
  onTestFinished(() => void child.kill('SIGKILL'))
  const said = text(child.stderr)
  expect(await once(child, 'exit')).toEqual([null, 'SIGKILL'])
  expect(JSON.parse((await said).trim().split('\n').at(-1) ?? '')).toMatchObject({
    level: 60,
    msg: expect.stringMatching(
      `^The embedded database in ${disk.folder} has not answered for \\d+ seconds: this process ends now`,
    ),
  })

  await expect(open(disk.folder)).rejects.toThrow(StartupError)
  await expect(open(disk.folder)).rejects.toThrow(/is full: free at least 100 MB/)
  disk.free()
  const { db, close } = await open(disk.folder)
  expect((await sql`select words from note`.execute(db)).rows).toEqual([{ words: 'kept' }])
  await close()
})
