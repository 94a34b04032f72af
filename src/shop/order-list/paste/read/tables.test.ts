import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readText, seedProducts } from '#shop/order-list/paste/testing/read-text.ts'
import { decodeText } from '#shop/tables/decode-text.ts'
import { readCorpus } from '#shop/tables/testing/read-corpus.ts'
import type { Meaning } from './heading-words.ts'
import { proposeColumns } from './order-columns.ts'
import { skippedText } from './order-rows.ts'
import { readOrder } from './parse-pasted-list.ts'

/**
 * A table and what its writer meant: `[quantity, SKU]`, with the reason why it must be confirmed, or the
 * reason why it can't be read. `asks`: which column is the quantity must be chosen before anything is added.
 */
type Case = {
  text: string
  read: ([quantity: number | null, sku: string | null, why?: string] | string)[]
  asks?: boolean
}

const cases = readCorpus<Case>('pasted/tables.jsonl')

const read = (text: string) => {
  const { lines, questions } = readText(text)
  const rows = lines.map(({ read }) => {
    if ('unreadable' in read) return read.unreadable
    const { quantity, sku, doubt } = read
    return doubt ? [quantity, sku, doubt.why] : [quantity, sku]
  })
  return { rows, asks: questions.length > 0 }
}

test('the corpus has at least 100 tables', () => {
  expect(new Set(cases.map(({ text }) => text)).size).toBeGreaterThanOrEqual(100)
})

test.each(cases)('$text', ({ text, read: expected, asks = false }) => {
  const { rows, asks: isAsked } = read(text)
  expect(isAsked).toBe(asks)
  // Until the column is chosen, the rows mean nothing.
  if (!asks) expect(rows).toEqual(expected)
})

const skus = ['FW-1013', 'FW-1250', 'FW-1309', 'FW-4016', 'FW-6600', 'FW-8300']
const quoted = (cell: string, separator: string, isQuoted: boolean) =>
  isQuoted || cell.includes(separator) || /["\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell

const headings = fc.constantFrom(
  ['SKU', 'Qty', 'Description', 'Price', 'Stock'],
  ['Part No.', 'Order Qty', 'Name', 'Unit Price', 'Qty on hand'],
  ['Artikelnummer', 'Menge', 'Bezeichnung', 'Einzelpreis', 'Bestand'],
  ['Référence', 'Quantité', 'Désignation', 'Prix', 'Stock disponible'],
  ['Código', 'Cantidad', 'Descripción', 'Precio', 'Existencias'],
  ['Item', 'Quantity', 'Tool', 'Zzz', 'Yyy'],
)
const row = fc.record({
  sku: fc.constantFrom(...skus),
  quantity: fc.integer({ min: 1, max: 9_999 }),
  name: fc.constantFrom('Wrench', 'Hammer, heavy', 'Square\n200 mm', 'Rule 3/8"', ''),
  price: fc.constantFrom('7.90', '12.00', '45', '1'),
  stock: fc.integer({ min: 10_000, max: 99_999 }),
})
const table = fc.record({
  headings,
  rows: fc.array(row, { minLength: 1, maxLength: 8 }),
  order: fc.shuffledSubarray([0, 1, 2, 3, 4], { minLength: 5 }),
  separator: fc.constantFrom(',', ';', '\t', '|'),
  lineEnd: fc.constantFrom('\n', '\r\n', '\r'),
  isQuoted: fc.boolean(),
  encoding: fc.constantFrom(...(['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const)),
  hasMark: fc.boolean(),
  isDecorated: fc.boolean(),
  thousands: fc.constantFrom('', ',', '.', ' ', '\u00a0', "'", '\u2019'),
})

type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'

function encode(text: string, encoding: Encoding): Uint8Array<ArrayBuffer> {
  if (encoding === 'utf-16be') return new Uint8Array(Buffer.from(text, 'utf16le').swap16())
  return new Uint8Array(Buffer.from(text, encoding === 'windows-1252' ? 'latin1' : encoding))
}

// Below a German heading, a comma may be a decimal sign; and so may a point if all numbers end in `.000`.
const isClear = (thousands: string, headings: readonly string[], quantities: number[]) =>
  (thousands !== ',' || /^Q/.test(headings[1] ?? '') || headings[1] === 'Order Qty') &&
  (thousands !== ',' || headings[1] !== 'Quantité') &&
  (thousands !== '.' || quantities.some((quantity) => quantity % 1_000 !== 0))

test('columns in any order, any separator, quotation, line end, encoding, language and locale give the same lines', () => {
  fc.assert(
    fc.property(table, ({ headings, rows, order, separator, lineEnd, isQuoted, ...rest }) => {
      const { encoding, hasMark, thousands } = rest
      const quantities = rows.map(({ quantity }) => quantity)
      fc.pre(isClear(thousands, headings, quantities))
      // Invisible characters and curved marks are in Unicode only.
      const isDecorated = rest.isDecorated && encoding !== 'windows-1252' && hasMark
      fc.pre(thousands !== '\u2019' || (encoding !== 'windows-1252' && hasMark))
      const mark = hasMark && encoding !== 'windows-1252' ? '\ufeff' : ''
      const grouped = (quantity: number) => String(quantity).replace(/\B(?=(?:\d{3})+$)/g, thousands)
      const write = (cells: readonly string[]) =>
        order.map((at) => quoted(cells[at] ?? '', separator, isQuoted)).join(separator)
      const written = rows.map(({ sku, quantity, name, price, stock }) =>
        write([isDecorated ? `\u200b${sku}\u00a0` : sku, grouped(quantity), name, price, String(stock)]),
      )
      const text = mark + [write(headings), ...written].join(lineEnd)
      expect(read(decodeText(encode(text, encoding)) ?? '')).toEqual({
        rows: rows.map(({ sku, quantity }) => [quantity, sku]),
        asks: false,
      })
    }),
    { numRuns: 1_000, seed: 20_261_125 },
  )
})

test('a table without a quantity column never gives a quantity without a question', () => {
  const other = fc.constantFrom(
    'Stock',
    'Price',
    'Qty on hand',
    'Bestand',
    'VPE',
    'Total',
    'Zzz',
    'MOQ',
    'Already ordered',
    'Qty per case',
    'Jahresbedarf',
    'Qté par carton',
    'Cantidad devuelta',
    'Menge (bereits bestellt)',
  )
  fc.assert(
    fc.property(table, other, ({ rows, order, separator, lineEnd }, heading) => {
      const columns = order.filter((at) => at < 3)
      const write = (cells: readonly string[]) =>
        columns.map((at) => quoted(cells[at] ?? '', separator, false)).join(separator)
      const text = [
        write(['SKU', heading, 'Name']),
        ...rows.map(({ sku, name, stock }) => write([sku, String(stock), name])),
      ].join(lineEnd)
      const { rows: lines, asks } = read(text)
      if (!asks) expect(lines).toEqual(rows.map(({ sku }) => [null, sku]))
    }),
    { numRuns: 500, seed: 20_261_125 },
  )
})

test('a quantity without a question stands below a heading of quantities', () => {
  const heading = fc.constantFrom('Qty', 'Order Qty', 'Menge', 'Stock', 'Price', 'Zzz', 'Total', 'Pos')
  const column = fc.record({
    heading,
    values: fc.array(fc.integer({ min: 1, max: 99_999 }), { minLength: 6, maxLength: 6 }),
  })
  fc.assert(
    fc.property(
      fc.array(column, { minLength: 1, maxLength: 4 }),
      fc.array(fc.constantFrom(...skus), { minLength: 1, maxLength: 6 }),
      fc.constantFrom(',', ';', '\t', '|'),
      (columns, codes, separator) => {
        const head = ['SKU', ...columns.map(({ heading }) => heading)]
        const written = codes.map((sku, at) => [sku, ...columns.map(({ values }) => values[at])])
        const text = [head, ...written].map((cells) => cells.join(separator)).join('\n')
        const { rows, asks } = read(text)
        if (asks) return
        for (const [at, line] of rows.entries()) {
          const [quantity, , why] = Array.isArray(line) ? line : []
          if (quantity === null || quantity === undefined || why !== undefined) continue
          const allowed = columns.filter(({ heading }) => /qty|menge/i.test(heading))
          expect(allowed.map(({ values }) => values[at])).toContain(quantity)
        }
      },
    ),
    { numRuns: 500, seed: 20_261_125 },
  )
})

test('a pack beside the quantity asks once, and what is chosen gives the pieces', () => {
  const known = new Map([...seedProducts])
  const chosen = (text: string, meanings: Meaning[]) => {
    const { pasted } = readText(text)
    return readOrder(pasted, [{ meanings, question: null }], known).map(({ read }) =>
      'unreadable' in read ? read.unreadable : [read.quantity, read.doubt?.why],
    )
  }
  const text = 'SKU,Qty,Pack size\nFW-1013,40,10\nFW-1250,24,5 pcs\nFW-1309,7,\nFW-4016,3,bag\n'
  const { columns, questions } = readText(text)
  expect(questions).toEqual([
    'Does “Qty” count pieces, or packs with “Pack size”, as 40 × 10 = 400 pieces? Of packs, choose “Pieces in each”.',
  ])
  expect(columns[0]?.meanings).toEqual(['sku', 'quantity', 'ignored'])
  expect(chosen(text, ['sku', 'quantity', 'pack'])).toEqual([
    [400, undefined],
    [120, undefined],
    [7, undefined],
    [null, 'not-understood'],
  ])
  const sets = readText('SKU,Qty per set,Sets\nFW-1013,4,25\n')
  expect(sets.questions).toEqual(['Is the quantity to order “Sets” × “Qty per set”, as 25 × 4 = 100 pieces?'])
  expect(sets.columns[0]?.meanings).toEqual(['sku', 'pack', 'quantity'])
  expect(sets.lines).toMatchObject([{ read: { quantity: 100, sku: 'FW-1013' } }])
})

test('rows of an order form without a quantity are left out, and counted', () => {
  const form = 'SKU,Qty\nFW-1013,\nFW-1250,24\nFW-1309,-\nFW-4016,12\nTotal,36\n'
  const { pasted, columns, lines } = readText(form)
  expect(lines.map(({ text }) => text)).toEqual(['FW-1250,24', 'FW-4016,12'])
  const [table, read] = [pasted.tables[0], columns[0]]
  expect(table && read && skippedText(table, read)).toBe('3 rows skipped: total, 2 without a quantity')
})

test('repeated headings and sums are left out, and named', () => {
  const text = 'SKU,Qty\nFW-1013,40\nSubtotal,40\nSKU,Qty\nFW-1250,24\nTotal,64\n'
  const { pasted, lines } = readText(text)
  const [table] = pasted.tables
  expect(lines).toHaveLength(2)
  expect(
    table &&
      skippedText(
        table,
        proposeColumns(table, () => true),
      ),
  ).toBe('3 rows skipped: heading, 2 totals')
})
