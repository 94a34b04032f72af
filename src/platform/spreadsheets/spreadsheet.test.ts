import { expect, test } from 'vitest'
import { createWorkerPool, shopJobs } from '#platform/workers/worker-pool.server.ts'
import { workbook } from '#server/testing/workbooks.ts'
import { readSpreadsheet } from './spreadsheet.server.ts'
import { readSpreadsheetInWorker } from './spreadsheet-worker.server.ts'

const run = createWorkerPool()(shopJobs)

const order = [
  ['SKU', 'Quantity'],
  ['FW-1013', 1250],
  ['FW-1110', 1.125],
]

test('a workbook’s sheets are read as text in a separate process', async () => {
  const file = workbook({ Order: order, Empty: [], Prices: [['FW-1013', 7.9]] })
  expect(await readSpreadsheetInWorker(run, file)).toEqual({
    sheets: [
      // Three decimals are not taken for thousands.
      { name: 'Order', text: 'SKU\tQuantity\nFW-1013\t1250\nFW-1110\t1.1250\n' },
      { name: 'Prices', text: 'FW-1013\t7.9\n' },
    ],
  })
})

test('a long sheet is cut', async () => {
  const file = workbook({ Order: Array.from({ length: 100 }, () => ['FW-1013', 1]) })
  const read = await readSpreadsheet(file, 50)
  expect(read).toMatchObject({ sheets: [{ text: expect.stringMatching(/^.{50}$/s) }] })
})

test('other and damaged files are refused', async () => {
  expect(await readSpreadsheet(Buffer.from('%PDF-1.7'), 50)).toEqual({
    refused: 'unsupported-type',
  })
  const damaged = workbook({ Order: order }).subarray(0, 300)
  expect(await readSpreadsheetInWorker(run, damaged)).toEqual({ refused: 'damaged' })
})

test('a small file that unpacks to hundreds of megabytes ends only its process', async () => {
  const file = workbook({ Order: order }, 250_000_000)
  expect(file.length).toBeLessThan(1024 * 1024)
  expect(await readSpreadsheetInWorker(run, file)).toEqual({ refused: 'damaged' })
}, 60_000)
