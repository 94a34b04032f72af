import { expect, test } from 'vitest'
import { gramsOf, type HeadingMeaning, readHeading } from './meanings.ts'
import { isHarmless, type Neighbour, neighbourOf, piecesIn } from './neighbours.ts'

const meanings: [HeadingMeaning, string[]][] = [
  [
    {},
    [
      ...['Price', 'Price (USD)', 'Price $', 'Price each', 'Price USD/pc', 'Price excl. tax'],
      ...['Preis netto', 'Prix unitaire HT', 'Precio sin IVA', 'Price tax excluded', 'Preis je St.'],
      ...['Price 2026', 'Preis für 2027', 'Stock pcs', 'Bestand (Stk)'],
      ...[
        'Price per piece',
        '__proto__',
        'Prost',
        'Prix par pièce',
        'Precio por unidad',
        'SKU (Item)',
        'Price (1)',
      ],
    ],
  ],
  [{ currency: 'EUR' }, ['Price (EUR)', 'PriceEUR', 'Prix EUR', 'precio_eur', 'Preis/EUR']],
  [{ currency: '€' }, ['Price €', 'Preis in €', 'Prix (€)']],
  [{ currency: 'GBP' }, ['Price [GBP]', 'GBP price']],
  [{ currency: 'C$' }, ['Price C$']],
  [
    { isGross: true },
    [
      ...['Price (incl. VAT)', 'Price incl. 19 % VAT', 'Gross price', 'Price inc GST'],
      ...['Bruttopreis', 'Preis (brutto)', 'VK inkl. MwSt.', 'UVP inkl. 19 % MwSt'],
      ...['Prix TTC', 'Prix avec TVA', 'Precio con IVA', 'Precio (IVA incluido)', 'Price tax incl.'],
    ],
  ],
  [{ per: 100 }, ['Price (per 100)', 'Price/100', 'Preis je 100 Stk', 'Price (C)', 'Prix au cent']],
  [{ per: 100 }, ['Prix les 100', 'Precio por 100 unidades', 'Preis pro Hundert', '100 pcs price']],
  [{ per: 1000 }, ['Price per 1,000', 'Preis je 1.000 Stück', 'Preis pro Tausend', 'Price/1000']],
  [{ per: 12 }, ['Price per dozen', 'Preis je Dutzend']],
  [{ per: 10 }, ['Price per pack of 10', 'Precio x 10']],
  [{ per: 100 }, ['Price (¢)', 'Price in cents', 'Prix en centimes', 'Preis p. 100']],
  [{ per: null }, ['Price per box', 'Preis pro VE', 'Preis je Karton', 'Prix par boîte', 'Price/set']],
  [{ per: null }, ['Stock (boxes)', 'Bestand VPE', 'Precio por caja', 'Price per 100 kg', 'Preis %']],
  [{ per: 100 }, ['Stock (in hundreds)', 'Bestand (Hundert)']],
  [{ grams: 1000 }, ['Weight (kg)', 'Gewicht kg', 'Poids en kg', 'weight_kg', 'WeightKg', 'Peso (kg)']],
  [{ grams: 453.59237 }, ['Weight (lbs)', 'Weight in pounds', 'weight lb']],
  [{ grams: 28.349523125 }, ['Weight (oz)', 'Poids (onces)']],
  [{ grams: 1000, per: 100 }, ['Weight per 100 (kg)', 'Gewicht kg/100']],
  [{ grams: null }, ['Weight (stones)', 'Gewicht (Pfund)']],
]

test.each(meanings)('%j is read from headings', (meaning, headings) => {
  for (const heading of headings) {
    const { unit: _, isMoney: __, ...read } = readHeading(heading).meaning
    expect(read, heading).toEqual(meaning)
  }
})

test('words in brackets that nobody knows are kept, to be named', () => {
  for (const heading of ['Preis (2026)', 'Stock (Detroit)', 'Price (list)'])
    expect(Object.keys(readHeading(heading).meaning), heading).toEqual(['unknown'])
})

test('the other words of a heading are left', () => {
  for (const [heading, rest] of [
    ['Preis EUR netto je 100 Stück', 'preis'],
    ['Prix de vente TTC €', 'prix de vente'],
    ['Gewicht brutto (kg)', 'gewicht'],
    ['Poids en kg', 'poids'],
  ] as const)
    expect(readHeading(heading).rest.replace(/\s+/g, ' ').trim()).toBe(rest)
})

const neighbours: [Neighbour, string[]][] = [
  ['currency', ['Currency', 'Währung', 'Devise', 'Moneda', 'Curr.', 'WKZ', 'Price currency']],
  ['tax', ['Incl. VAT', 'Tax included', 'TVA incl.', 'inkl. MwSt.']],
  ['per', ['PE', 'Preiseinheit', 'Price unit', 'Unité de prix', 'Unidad de precio', 'KPEIN', 'Per']],
  ['unit', ['Unit', 'UoM', 'U/M', 'ME', 'Mengeneinheit', 'Unité', 'Unidad de venta', 'Units']],
  ['weightUnit', ['Weight unit', 'Gewichtseinheit', 'Unité de poids', 'Variant Weight Unit']],
  ['customer', ['Customer', 'Kunden-Nr.', 'Client', 'Cliente', 'Customer group', 'Preisliste']],
  ['validFrom', ['Valid from', 'Gültig ab', 'Valable du', 'Válido desde', 'Start date']],
  ['validTo', ['Valid to', 'Gültig bis', 'Date de fin', 'Válido hasta', 'End date', 'Valid until']],
  ['contents', ['Pack size', 'VPE', 'Qty per carton', 'Inhalt', 'Conditionnement', 'Contenido']],
]

test.each(neighbours)('a column of %s is known by its heading', (kind, headings) => {
  for (const heading of headings) expect(neighbourOf(heading), heading).toBe(kind)
})

test('other headings say nothing of numbers', () => {
  for (const heading of [
    ...['Price', 'Unit price', 'List price', 'Active', 'Sale from', 'MwSt', 'Name'],
    ...['Group', 'Stock', 'Size', 'Tax class', 'Minimum order', 'Weight (kg)', 'SKU'],
  ])
    expect(neighbourOf(heading), heading).toBeUndefined()
})

test('cells that say what the shop means anyway are harmless', () => {
  const harmless: [Neighbour, string[]][] = [
    ['currency', ['USD', '$', 'US$', 'us dollars', '']],
    ['unit', ['each', '1', 'piece', 'PCE', 'Stk', 'ST', 'EA', 'pcs', 'Stück', 'u', '1 Stk']],
    ['customer', ['all', 'ALL GROUPS', 'Alle', 'tous', 'All Websites [USD]']],
    ['tax', ['no', 'net', 'excl.', 'nein']],
    ['contents', ['1', '1 pc', '']],
  ]
  for (const [kind, cells] of harmless)
    for (const cell of cells) expect(isHarmless(cell, kind), `${kind} ${cell}`).toBe(true)
  const telling: [Neighbour, string[]][] = [
    ['currency', ['EUR', '€', 'CAD', 'C$']],
    ['unit', ['BOX', 'C', 'kg', 'VPE', '100', 'PK10', 'pair']],
    ['customer', ['Acme', '10023']],
    ['tax', ['yes', 'brutto', 'TTC']],
    ['contents', ['10', '10 pcs', '100 Stk']],
  ]
  for (const [kind, cells] of telling)
    for (const cell of cells) expect(isHarmless(cell, kind), `${kind} ${cell}`).toBe(false)
})

test('a number of pieces is read, and never guessed', () => {
  const read = ['100', '1', '100,00', '1.0', 'C', '100 Stk', 'per 100', 'ST', '1 ST', '1000']
  expect(read.map(piecesIn)).toEqual([100, 1, 100, 1, 100, 100, 100, 1, 1, 1000])
  expect(['1.000', '1,000', 'kg', 'box', '0', 'x y'].map(piecesIn)).toEqual(Array(6).fill(null))
  expect(['kg', 'LB', 'oz.', 'stone', 'box'].map(gramsOf)).toEqual([
    ...[1000, 453.59237, 28.349523125, null, undefined],
  ])
})
