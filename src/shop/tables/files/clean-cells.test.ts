import { expect, test } from 'vitest'
import { fieldsOf } from '#shop/imports/store/import-fields.ts'
import { brokenWord, decodeAs, decodeText } from '#shop/tables/decode-text.ts'
import { createCellCleaner } from './clean-cells.ts'

const specification = {
  key: 'coating',
  name: 'Coating',
  kind: 'choice' as const,
  unit: null,
  choices: ['None', 'Chrome'],
}
const fields = fieldsOf([
  { slug: 'a', parent: null, name: 'A', image: null, count: 0, specifications: [specification] },
] as never)

const clean = (heading: string, ...cells: string[]) => {
  const cleaner = createCellCleaner([heading], fields)
  return [...cells.map((cell) => cleaner.clean([cell])[0]), ...cleaner.notes()]
}

test('words for nothing are empty cells, but for a choice of a specification', () => {
  const words = ['null', '-', '–', 'n/a', 'N/A', 'NaN', 'k.A.', 'k. A.', '(null)', 'vacío', 'none']
  expect(clean('Bin', ...words)).toEqual([
    ...words.map(() => ''),
    '11 cells with a word for nothing, such as “-” or “None”, read as empty',
  ])
  const others = ['None', '0', '#N/A', 'no', '-5', 'Nantes', 'A-1', '']
  expect(clean('Coating', ...others)).toEqual(others)
})

test('marks of spreadsheets go', () => {
  const codes = ["'FW-1013", '´4006381333931', '="FW-1013"', '100234.0', '90.750', '="0017"']
  expect(clean('SKU', ...codes)).toEqual([
    ...['FW-1013', '4006381333931', 'FW-1013', '100234', '90.750', '0017'],
    '5 cells read without the marks of a spreadsheet',
  ])
  const texts = ["'n hammer", "'=cmd()", '12.0', "5' rule"]
  expect(clean('Name', ...texts, "'7.90")).toEqual([
    ...texts,
    '7.90',
    '1 cell read without the marks of a spreadsheet',
  ])
})

test('known tags and entities become plain text, other signs stay', () => {
  const html = [
    '<p>72 teeth<br>DIN&nbsp;3122</p>',
    '1/2&quot; Drive &amp; Handle',
    '&lt;b&gt;Schl&uuml;ssel&lt;/b&gt; &#216; 12 &#x2013; 14',
    '<ul class="x"><li>One</li><li>Two</li></ul><script>alert(1)</script>',
  ]
  expect(clean('Long text', ...html)).toEqual([
    ...['72 teeth\nDIN 3122', '1/2" Drive & Handle', 'Schlüssel Ø 12 – 14', 'One\nTwo'],
    '4 cells with HTML read as plain text',
  ])
  const texts = ['Bolt <M8', 'R&D', 'A < B > C', 'AT&T; &foo;', '5 <b 6', '&#0;']
  expect(clean('Name', ...texts)).toEqual(texts)
})

test('an own export is read to the letter', () => {
  const exported = fields.filter(({ specification }) => !specification).map((field) => field.heading)
  const cleaner = createCellCleaner(exported, fields)
  const cells = exported
    .map(() => '<b>None</b>')
    .with(0, '100.0')
    .with(1, '-')
  expect(cleaner.clean(cells)).toEqual(cells)
  expect([cleaner.isOwn, cleaner.notes()]).toEqual([true, []])
})

const latin = (...bytes: number[]) => new Uint8Array(bytes)
const bytesOf = (text: string) => new Uint8Array(new TextEncoder().encode(text))

test('letters that a wrong decoding broke are found, and read by the encoding that is chosen', () => {
  const dos = latin(...bytesOf('SKU;Name\nA;Schl'), 0x81, ...bytesOf('ssel'))
  const mac = latin(...bytesOf('Schl'), 0x9f, ...bytesOf('ssel'))
  const twice = bytesOf('SchlÃ¼ssel Ã˜ 5 â€“ 6, 12 °, Größe')
  expect([dos, mac, twice].map((bytes) => brokenWord(decodeText(bytes) ?? ''))).toEqual([
    ...['Schl\u0081ssel', 'SchlŸssel', 'SchlÃ¼ssel'],
  ])
  expect(decodeAs(dos, 'cp850')).toContain('Schlüssel')
  expect(decodeAs(mac, 'macintosh')).toBe('Schlüssel')
  expect(decodeAs(twice, 'utf-8-twice')).toBe('Schlüssel Ø 5 – 6, 12 °, Größe')
  expect(brokenWord('Ma\ufffdschl')).toBe('Ma\ufffdschl')
  for (const text of ['Größe ½, „Sonder“', 'SÃO PAULO', 'Œuvre d’art', 'Žižka', '5 § 3', 'Ø 12 °'])
    expect(brokenWord(text)).toBeNull()
})
