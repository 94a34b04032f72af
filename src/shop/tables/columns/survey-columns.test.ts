import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fieldsOf } from '#shop/imports/store/import-fields.ts'
import { isConverted, readRowMeaning } from './row-meaning.ts'
import { surveyColumns } from './survey-columns.ts'

const fields = fieldsOf([])
const TODAY = '2026-12-31'

function survey(table: string[][], chosen: Record<string, string> = {}) {
  const [headings = [], ...rows] = table
  const survey = surveyColumns({ headings, fields, chosen, decimalMarks: {} })
  for (const cells of rows) survey.add(cells)
  const { questions } = survey.finish()
  return { questions, columns: survey.columns, rows }
}

/** Whether the numbers of a field are taken as they are written, without a word. */
function isTakenSilently(table: string[][], field: string): boolean {
  const { questions, columns, rows } = survey(table)
  const column = columns.find((column) => column.field === field)
  if (!column || questions.length > 0) return false
  return rows.some((cells) => {
    const meaning = readRowMeaning(cells, columns, TODAY)
    return meaning.reasons.length === 0 && !isConverted(column, meaning)
  })
}

/** Words of other people's lists, which are not drawn from those that the shop knows. */
const said = {
  price: [
    ...['EUR', '€', 'GBP', '£', 'CHF', 'PLN', 'JPY', 'CA$', 'incl. VAT', 'inkl. 19 % MwSt.', 'brutto'],
    ...['TTC', 'IVA incluido', 'con IVA', 'tax included', 'gross', 'inc. GST', 'TVA comprise'],
    ...['per 100', 'je 100 Stück', 'pro 1.000', '/100', 'per 1,000 pcs', 'C', 'les 100 pièces'],
    ...['por 100 uds', 'per box', 'pro VE', 'je Karton', 'par boîte', 'por caja', 'per kg', '/m'],
    ...['per dozen', 'je Satz', 'per pair', 'por paquete', 'je Paar', 'per pallet', 'je kg'],
  ],
  weight: [
    ...['kg', 'in kg', 'lbs', 'lb', 'oz', 'Pfund', 'onces', 'livres', 'tonnes', 'kilos', 'pounds'],
    ...['per 100, kg', 'kg je 100 Stk', 'en kilos', 'kilogramm', 'mg', 'stones', 'cwt'],
  ],
  quantity: [
    ...['boxes', 'in hundreds', 'Kartons', 'VPE', 'packs', 'en cajas', 'in Tausend', 'pallets'],
    ...['dozens', 'kg', 'cartons', 'Paare', 'per box', 'hundert', 'paquetes', 'x100'],
  ],
}
const nouns = {
  perPrice: ['Price', 'Preis', 'Prix', 'Precio', 'Unit price', 'Verkaufspreis'],
  weight: ['Weight', 'Gewicht', 'Poids', 'Peso'],
  quantity: ['Stock', 'Bestand', 'Existencias', 'Lagerbestand'],
}
const written = (noun: string, word: string) =>
  fc.constantFrom(`${noun} (${word})`, `${noun} [${word}]`, `${noun} ${word}`, `${noun}, ${word}`)

test('what a heading says of its numbers is converted or asked, never left out', () => {
  const heading = fc.constantFrom('perPrice', 'weight', 'quantity').chain((field) => {
    const words = said[field === 'perPrice' ? 'price' : field]
    return fc
      .tuple(fc.constantFrom(...nouns[field]), fc.constantFrom(...words))
      .chain(([noun, word]) => fc.tuple(fc.constant(field), written(noun, word)))
  })
  fc.assert(
    fc.property(heading, ([field, heading]) => {
      const table = [
        ['SKU', heading],
        ['A', '700'],
      ]
      expect(isTakenSilently(table, field), heading).toBe(false)
    }),
    { numRuns: 2_000 },
  )
})

test('what a neighbour says of a price or weight is converted, asked or refused', () => {
  const neighbours: [field: string, headings: string[], cells: string[]][] = [
    ['perPrice', ['Currency', 'Währung', 'Devise', 'Moneda', 'Curr'], ['EUR', 'GBP', 'CA$', '€']],
    ['perPrice', ['PE', 'Price unit', 'Unité de prix', 'Preis pro'], ['100', '1.000', 'C', '10 Stk']],
    ['perPrice', ['Unit', 'ME', 'UoM', 'Unité', 'Unidad'], ['BOX', 'kg', 'VPE', 'C', 'pair', 'm']],
    ['perPrice', ['Customer', 'Kunde', 'Client', 'Cliente', 'Kundennr.'], ['Acme', '10023']],
    ['perPrice', ['Valid from', 'Gültig bis', 'Date de fin', 'Desde'], ['2024-01-01', '1.2.30']],
    ['perPrice', ['Pack size', 'VPE', 'Inhalt', 'Colisage', 'Qty per box'], ['10', '100 pcs']],
    ['perPrice', ['Tax included', 'inkl. MwSt.', 'IVA incluido'], ['yes', 'ja', 'sí', '1']],
    ['weight', ['Weight unit', 'Gewichtseinheit', 'Unité de poids'], ['kg', 'LB', 'oz', 'stone']],
  ]
  for (const [field, headings, cells] of neighbours)
    for (const heading of headings)
      for (const cell of cells) {
        const table = [
          ['SKU', nouns[field as 'weight'][0] ?? '', heading],
          ['A', '700', cell],
        ]
        expect(isTakenSilently(table, field), `${heading}: ${cell}`).toBe(false)
      }
})

test('an answer is enough, and a file of the same columns asks nothing more', () => {
  const table = [
    ['SKU', 'Price (EUR)', 'Customer', 'Unit', 'Stock (boxes)'],
    ['A', '7.90', 'Acme', 'BOX', '12'],
  ]
  const asked = survey(table)
  expect(asked.questions).toHaveLength(4)
  const answers = asked.columns.map(({ name, field, choices }) => [
    name,
    choices?.at(-1)?.name ?? field ?? '',
  ])
  const { questions, columns } = survey(table, Object.fromEntries(answers))
  expect(questions).toEqual([])
  expect(columns.map(({ field }) => field)).toEqual(['sku', 'perPrice', null, null, 'quantity'])
})

test('harmless words ask nothing and note nothing', () => {
  const { questions, columns } = survey([
    ['SKU', 'Price (USD, net)', 'Currency', 'Unit', 'PE', 'Customer', 'Weight (g)', 'Stock (pcs)'],
    ['A', '7.90', 'USD', 'Stk', '1', 'all', '160', '12'],
    ['B', '7.90', '$', 'each', '', '', '160', '12'],
  ])
  expect(questions).toEqual([])
  expect(columns.filter(({ note, says }) => note || says)).toEqual([])
})
