import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { CFB, utils, write } from '@e965/xlsx'
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

const cellsOf = (rows: string[][], row: [string, string], cell: [string, string]) =>
  rows.map((cells) => row[0] + cells.map((text) => cell[0] + text + cell[1]).join('') + row[1]).join('')
const german = [
  ['SKU', 'Größe', 'Menge'],
  ['0017', '1/2', '40,00'],
  ['1E5', '3-4', '1.200'],
]
const html = `<table>${cellsOf(german, ['<tr>', '</tr>'], ['<td>', '</td>'])}</table>`
const xml = `<?xml version="1.0"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet" xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet"><Worksheet ss:Name="Order"><Table>${cellsOf(german, ['<Row>', '</Row>'], ['<Cell><Data ss:Type="String">', '</Data></Cell>'])}</Table></Worksheet></Workbook>`
const dif = `TABLE\n0,1\n"EXCEL"\nVECTORS\n0,3\n""\nTUPLES\n0,3\n""\nDATA\n0,0\n""\n${cellsOf(german, ['-1,0\nBOT\n', ''], ['1,0\n"', '"\n'])}-1,0\nEOD\n`
const sylk = `ID;PWXL;N;E\n${german.flatMap((cells, y) => cells.map((text, x) => `C;Y${y + 1};X${x + 1};K"${text}"\n`)).join('')}E\n`

test.each([
  ['HTML', Buffer.from(html)],
  ['HTML of Windows-1252', Buffer.from(html, 'latin1')],
  ['UTF-16', Buffer.from(`\ufeff${html}`, 'utf16le')],
  ['XML of 2003', Buffer.from(xml)],
  ['DIF', Buffer.from(dif)],
  ['SYLK', Buffer.from(sylk)],
])('cells that are texts stay as they are written: %s', async (_, file) => {
  const text = `${german.map((cells) => cells.join('\t')).join('\n')}\n`
  expect(await readSpreadsheet(file, 1_000)).toMatchObject({ sheets: [{ text }] })
})

test('a CSV that begins like SYLK is none', async () => {
  const refused = { refused: 'unsupported-type' }
  expect(await readSpreadsheet(Buffer.from('ID;Preis\nA;7,95'), 50)).toEqual(refused)
  expect(await readSpreadsheet(Buffer.from('TABLE\nA,7.95'), 50)).toEqual(refused)
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

test('struck cells, and numbers that a format changes, are marked as such', async () => {
  const sheet = utils.aoa_to_sheet([
    ['SKU', 'Qty'],
    ['FW-1013', 40],
    ['FW-1309', 24],
    ['FW-4016', 4000],
  ])
  sheet.B4.z = '0,'
  const zip = CFB.read(write(utils.book_new(sheet, 'Order'), { type: 'buffer' }), {
    type: 'buffer',
  })
  const change = (part: string, from: string | RegExp, to: string) => {
    const entry = CFB.find(zip, part)
    const text = Buffer.from((entry?.content ?? []) as Uint8Array).toString()
    expect(text).toMatch(from)
    if (entry) entry.content = Buffer.from(text.replace(from, to))
  }
  change('/xl/styles.xml', '</fonts>', '<font><strike/><sz val="12"/></font></fonts>')
  change('/xl/styles.xml', '</cellXfs>', '<xf numFmtId="0" fontId="1" fillId="0"/></cellXfs>')
  for (const cell of ['A3', 'B3'])
    change('/xl/worksheets/sheet1.xml', `<c r="${cell}"`, `<c s="2" r="${cell}"`)
  const file = CFB.write(zip, { type: 'buffer', fileType: 'zip' } as never)
  const read = await readSpreadsheet(new Uint8Array(file as Uint8Array), 1_000)
  expect('sheets' in read && read.sheets[0]?.text).toBe(
    'SKU\tQty\nFW-1013\t40\n~~FW-1309~~\t~~24~~\nFW-4016\t4≠4000\n',
  )
})
