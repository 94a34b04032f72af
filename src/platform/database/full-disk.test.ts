import { join } from 'node:path'
import { pino } from 'pino'
import { expect, onTestFinished, type TestContext, test } from 'vitest'
import { mountSmallDisk, type SmallDisk } from '#platform/testing/small-disk.ts'
import { isConnectionLost, isDiskFull } from './connection-errors.server.ts'
import { openPool } from './connection-pools.server.ts'
import { startEmbeddedServer } from './embedded/embedded-server.server.ts'
import { postmasterOf } from './embedded/running-server.server.ts'

const MEGABYTE = 1024 * 1024
const PATIENT = { timeout: 60_000 }

function smallDisk(context: TestContext, megabytes: number): SmallDisk {
  const disk = mountSmallDisk(megabytes)
  if ('skipped' in disk) return context.skip(disk.skipped)
  onTestFinished(disk.unmount)
  return disk
}

/** The embedded server on a small disk, with a table. */
async function openOn(folder: string) {
  const server = await startEmbeddedServer(folder, pino({ level: 'silent' }))
  const pool = openPool(server.url, { max: 2 })
  const close = async () => {
    await pool.end()
    await server.stop()
  }
  return { pool, close }
}

test('a full disk rejects writes and allows reads, and recovers when space is free', async (context) => {
  const disk = smallDisk(context, 128)
  const { pool, close } = await openOn(disk.folder)
  await pool.query('create table note (words text)')
  await pool.query("insert into note values ('kept')")
  for (let round = 0; round < 2; round++) {
    await disk.fill(0)
    const grow = () => pool.query("insert into note select repeat('x', 900) from generate_series(1, 9000)")
    const refusal = await grow().then(
      () => undefined,
      (error: unknown) => error,
    )
    expect(isDiskFull(refusal)).toBe(true)
    expect(isConnectionLost(refusal)).toBe(true)
    expect((await pool.query("select from note where words = 'kept'")).rowCount).toBe(1)
    disk.free()
    await pool.query("insert into note values ('more')")
  }
  await close()
})

test('a server that a full disk ends comes back with all that was committed once space is free', async (context) => {
  const disk = smallDisk(context, 96)
  const { pool, close } = await openOn(disk.folder)
  await pool.query('create table note as select 0 as number')
  await disk.fill(0)
  // The write-ahead log of what changes fills its last segment, and there is no room for another.
  let committed = 0
  const write = () => pool.query('update note set number = $1', [committed + 1])
  const fillLog = "select pg_logical_emit_message(true, 'x', repeat('y', 1000000))"
  for (;;) {
    try {
      await write()
      committed += 1
      await pool.query(fillLog)
    } catch (error) {
      expect(isConnectionLost(error)).toBe(true)
      break
    }
  }
  disk.free()
  const read = async () => {
    const { rows } = await pool.query('select number from note')
    return rows[0].number as number
  }
  await expect.poll(() => read().catch(String), PATIENT).toBeGreaterThanOrEqual(committed)
  expect(committed).toBeGreaterThan(0)
  await close()
})

test('a server that panics on a full disk ends with its shop, and says why', async (context) => {
  const disk = smallDisk(context, 96)
  const server = await startEmbeddedServer(disk.folder)
  const pool = openPool(server.url, { max: 1 })
  await disk.fill(0)
  const fillLog = "select pg_logical_emit_message(true, 'x', repeat('y', 1000000))"
  while (await pool.query(fillLog).catch(() => null));
  await server.stop()
  await pool.end()
  expect(server.isDiskFull()).toBe(true)
  expect(postmasterOf(join(disk.folder, 'postgresql'))).toBeUndefined()
  disk.free()
  const { close } = await openOn(disk.folder)
  await close()
})

test('a first start on a full disk says so, and the next one works', async (context) => {
  const disk = smallDisk(context, 96)
  await disk.fill(20 * MEGABYTE)
  await expect(startEmbeddedServer(disk.folder)).rejects.toThrow(/is full: free at least 100 MB/)
  disk.free()
  const { close } = await openOn(disk.folder)
  await close()
})
