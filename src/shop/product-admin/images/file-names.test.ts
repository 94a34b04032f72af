import { expect, test } from 'vitest'
import { candidatesOf, isMainImage, type NamedProduct, readFileName } from './file-names.ts'

const product = (sku: string, gtin?: string): NamedProduct[] =>
  [sku, ...(gtin ? [gtin] : [])].map((code) => ({
    _id: sku,
    sku,
    code: code.toLowerCase().replaceAll(/[^a-z0-9]/g, ''),
    name: sku,
    files: [],
  }))

const products = [
  ...product('CONSTRUCTOR'),
  ...product('FW1001', '4006381333931'),
  ...product('FW10012'),
  ...product('17-19/3'),
  ...product('AB-C'),
  ...product('A-BC'),
]

/** The SKUs a file may belong to, and whether it is the main image of the first. */
function read(path: string): [string[], boolean] | null {
  const file = readFileName(path)
  if (!file) return null
  const found = candidatesOf(file, products)
  const suffix = file.suffixes[found[0]?.code ?? ''] ?? ''
  return [found.map(({ sku }) => sku), found.length > 0 && isMainImage(file, suffix)]
}

test('a file may be named like what every object has', () => {
  expect(read('constructor.jpg')).toEqual([['CONSTRUCTOR'], true])
})

test.each([
  ['FW1001.jpg', ['FW1001'], true],
  ['fw-1001.JPEG', ['FW1001'], true],
  ['FW1001_1.png', ['FW1001'], true],
  ['FW1001_2.jpg', ['FW1001'], false],
  ['FW1001-back.png', ['FW1001'], false],
  ['FW1001 front.webp', ['FW1001'], true],
  ['FW10012.jpg', ['FW10012'], true],
  ['FW1001/1.jpg', ['FW1001'], true],
  ['pictures/fw1001/02.jpg', ['FW1001'], false],
  ['4006381333931.jpg', ['FW1001'], true],
  ['4006381333931_3.jpg', ['FW1001'], false],
  ['17-19-3.jpg', ['17-19/3'], true],
  ['17_19_3_2.jpg', ['17-19/3'], false],
  ['abc.jpg', ['AB-C', 'A-BC'], true],
  ['AB-C.jpg', ['AB-C'], true],
  ['holiday.jpg', [], false],
  ['FW1001.pdf', ['FW1001'], false],
])('%s belongs to %j', (path, skus, isMain) => {
  expect(read(path)).toEqual([skus, isMain])
})

test('other files are left out', () => {
  for (const path of ['FW1001.txt', 'Thumbs.db', '.DS_Store', 'FW1001'])
    expect(read(path)).toBeNull()
})

test('a name that is longer than any SKU is of no product', () => {
  expect(readFileName(`${'a1'.repeat(40)}.jpg`)?.codes).toEqual([])
})
