import { pino } from 'pino'
import { expect, test } from 'vitest'
import { inProcessJobs } from '#platform/testing/in-process-jobs.ts'
import type { WorkerPool } from '#platform/workers/worker-pool.server.ts'
import { WorkerInterrupted } from '#platform/workers/worker-process.server.ts'
import { addProduct } from '#server/testing/products.ts'
import { openTestShop } from '#server/testing/test-shop.ts'
import { INTERRUPTED } from '#shop/tables/files/file-limits.ts'
import { addImport, cancelImport, startApplying, startUndoing } from './change-import.server.ts'
import { createImports } from './imports.server.ts'
import { findImport } from './store/import-queries.server.ts'

const BROKEN_IMAGE = '/media/00000000000000000000000000000000.webp'

/** Imports of which reading fails with `readingFault`, and comparing an image of a certain URL. */
async function openImports() {
  const shop = await openTestShop()
  const { db } = shop
  for (const sku of ['SQ-1', 'SQ-2', 'SQ-3']) await addProduct(db, { sku })
  const faults: { reading: Error | null; hangs?: (() => void) | undefined } = { reading: null }
  const untilAborted = (signal?: AbortSignal) =>
    new Promise<never>((_, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason))
      faults.hangs?.()
    })
  const workers: WorkerPool = (owner, options) => {
    if (faults.hangs) return () => untilAborted(options?.signal)
    return faults.reading ? () => Promise.reject(faults.reading) : inProcessJobs(owner, options)
  }
  const has = async (url: string) => {
    if (url === BROKEN_IMAGE) throw new TypeError('No such thing')
    return true
  }
  const imports = createImports({
    db,
    images: { ...shop.images, has },
    workers,
    clock: () => new Date(),
    log: pino({ level: 'silent' }),
  })
  const add = (file: string, fileName: string) =>
    addImport(db, {
      file: Buffer.from(file),
      fileName,
      sheet: null,
      mode: 'change',
      makesCategories: false,
      mapping: {},
      decimalMarks: {},
      actor: 'operator',
      ipAddress: null,
    })
  const states = async (...ids: string[]) => {
    const imported = await Promise.all(ids.map((id) => findImport(db, id)))
    return imported.map((one) => [one?.status, one?.problem])
  }
  /** Breaks the stored changes of a row. */
  const breakRow = (id: string, position: number) =>
    db
      .updateTable('productImportRow')
      .set({ changes: '[null]' })
      .where('importId', '=', id)
      .where('position', '=', position)
      .execute()
  return { db, imports, faults, add, states, breakRow }
}

test('a fault at any stage ends that import with its reason and row, and the next one goes on', async () => {
  const { db, imports, faults, add, states, breakRow } = await openImports()
  const [unread, next] = [await add('SKU,Name\nSQ-1,One', 'a.csv'), await add('SKU\nSQ-1', 'b.csv')]
  faults.reading = new TypeError('Broken reader')
  await imports.read()
  const broken = ['refused', 'The shop has an error with this file: Broken reader']
  expect(await states(unread, next)).toEqual([broken, broken])

  faults.reading = null
  const rows = `SKU,Image\nSQ-1,/media/x.webp\nSQ-2,${BROKEN_IMAGE}\n`
  const ids = [await add(rows, 'c.csv')]
  for (const at of [1, 2, 3])
    ids.push(await add(`SKU,Name\nSQ-1,One ${at}\nSQ-2,Two ${at}\nSQ-3,Three ${at}`, `${at}.csv`))
  const [uncompared = '', unapplied = '', first = '', second = ''] = ids
  await imports.read()
  const compared = ['compared', null]
  expect(await states(...ids)).toEqual([
    ['refused', 'The shop has an error with row 3: No such thing'],
    ...[compared, compared, compared],
  ])
  expect((await findImport(db, uncompared))?.finishedAt).not.toBe(null)

  await breakRow(unapplied, 3)
  for (const id of [unapplied, first]) expect(await startApplying(db, id, 1)).toBe(undefined)
  await imports.apply()
  const fault = expect.stringContaining('The shop has an error with row 3: ')
  expect(await states(unapplied, first)).toEqual([
    ['failed', fault],
    ['applied', null],
  ])
  // What it did before stays, and can be undone.
  expect(await findImport(db, unapplied)).toMatchObject({ done: 1 })

  await startApplying(db, second, 1)
  await imports.apply()
  await breakRow(first, 3)
  for (const id of [first, second]) await startUndoing(db, id)
  await imports.apply()
  expect(await states(first, second)).toEqual([
    ['failed', fault],
    ['undone', null],
  ])
})

test('only what another try may mend is tried again, and a reading that is killed is not', async () => {
  const { db, imports, faults, add, states } = await openImports()
  const lost = await add('SKU,Name\nSQ-1,One', 'a.csv')
  for (const code of ['ECONNRESET', '53100', '57014']) {
    faults.reading = Object.assign(new Error(code), { code })
    await expect(imports.read()).rejects.toThrow(code)
    expect(await states(lost)).toEqual([['reading', null]])
    await db.deleteFrom('lease').execute()
  }
  faults.reading = null
  await imports.read()
  expect(await states(lost)).toEqual([['compared', null]])

  const killed = await add('SKU,Name\nSQ-1,One', 'c.csv')
  faults.reading = new WorkerInterrupted()
  await imports.read()
  expect(await states(killed)).toEqual([['refused', INTERRUPTED]])
})

test('a cancelled import ends its process, and the next file goes on', async () => {
  const { db, imports, faults, add, states } = await openImports()
  const [first, next] = [await add('SKU,Name\nSQ-1,One', 'a.csv'), await add('SKU\nSQ-1', 'b.csv')]
  const started = new Promise<void>((resolve) => {
    faults.hangs = resolve
  })
  const reading = imports.read()
  await started
  faults.hangs = undefined
  await cancelImport(db, first)
  await reading
  expect(await states(first, next)).toEqual([
    ['cancelled', null],
    ['compared', null],
  ])
})
