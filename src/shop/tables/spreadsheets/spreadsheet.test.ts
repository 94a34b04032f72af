import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { utils, write } from '@e965/xlsx'
import { expect, test } from 'vitest'
import { createWorkerPool, shopJobs } from '#platform/workers/worker-pool.server.ts'
import { workbook } from '#server/testing/workbooks.ts'
import { readSpreadsheet } from './spreadsheet.server.ts'
import { readSpreadsheetInWorker } from './spreadsheet-worker.server.ts'

const FILES = join(import.meta.dirname, '../../../../testing/spreadsheets')

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
      { name: 'Order', text: 'SKU\tQuantity\nFW-1013\t1250\nFW-1110\t1.1250\n', hidden: 0 },
      { name: 'Prices', text: 'FW-1013\t7.9\n', hidden: 0 },
    ],
    hiddenSheets: 0,
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

test('a small file that unpacks to hundreds of megabytes ends only its process', {}, async () => {
  const file = workbook({ Order: order }, 250_000_000)
  expect(file.length).toBeLessThan(1024 * 1024)
  expect(await readSpreadsheetInWorker(run, file)).toEqual({ refused: 'damaged' })
})

test.each([
  ['hidden rows', '40\nFW-1309\tHex Key Set\t30\n', 2],
  ['number formats', '00715\t50\nFW-1013\t40\nFW-1250\t3 boxes of 10\n', 0],
  ['formulas', 'FW-1250\tnot calculated\t#N/A\nFW-1309\terror\t#N/A\n', 0],
  ['chart tab', 'FW-1013\tWrench\t40\n', 0],
])('a workbook with %s is read as it is seen', async (name, text, hidden) => {
  const path = join(FILES, `${name.replace(' ', '-')}.xlsx`)
  const read = await readSpreadsheet(readFileSync(path), 10_000)
  expect(read).toMatchObject({ sheets: [{ text: expect.stringContaining(text), hidden }] })
})

test.each(['xls', 'ods', 'xlsb', 'xlml', 'html', 'biff5'] as const)(
  'a workbook written as %s is read',
  async (bookType) => {
    const book = utils.book_new(utils.aoa_to_sheet(order), 'Order')
    const read = await readSpreadsheet(write(book, { type: 'buffer', bookType }), 10_000)
    expect(read).toMatchObject({
      sheets: [{ text: expect.stringContaining('SKU\tQuantity\nFW-1013\t1250\n') }],
    })
  },
)

test.each(['xlsx', 'xls', 'ods'])(
  'an .%s of LibreOffice is read without its hidden rows, column and sheet',
  async (type) => {
    const path = join(FILES, `libreoffice.${type}`)
    expect(await readSpreadsheet(readFileSync(path), 10_000)).toEqual({
      sheets: [
        {
          name: 'Order',
          text: [
            'Parts for line 4, workshop Malmö\t\t\t\t\t',
            'Part No.\tDescription\tOrder Qty\tUOM\tStock\tDue',
            'FW-1013\tCombination Wrench 13 mm\t1250\tEA\t480\t2026-12-01',
            '00715\tGröße ½, „Sonder“\t50\tEA\t\t',
            'FW-1309\terror\t#N/A\t\t\t',
            'FW-4016\tformula\t124\tPK10\t\t',
            'Total\t\t1424\t\t\t\n',
          ].join('\n'),
          hidden: 3,
        },
      ],
      hiddenSheets: 1,
    })
  },
)

test('hidden sheets and columns are counted, not read', async () => {
  const book = utils.book_new(utils.aoa_to_sheet(order), 'Order')
  utils.book_append_sheet(book, utils.aoa_to_sheet(order), 'Old')
  book.Workbook = { Sheets: [{ Hidden: 0 }, { Hidden: 2 }] }
  const [first] = book.SheetNames
  const sheet = book.Sheets[first ?? '']
  if (sheet) sheet['!cols'] = [{}, { hidden: true }]
  expect(await readSpreadsheet(write(book, { type: 'buffer' }), 10_000)).toEqual({
    sheets: [{ name: 'Order', text: 'SKU\nFW-1013\nFW-1110\n', hidden: 1 }],
    hiddenSheets: 1,
  })
})
