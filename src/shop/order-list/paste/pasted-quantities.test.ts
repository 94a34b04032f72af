import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cleanText } from '#platform/clean-text.ts'
import type { Product } from '#shop/catalogue/product.ts'
import { itemOf, sortPastedLines } from './sort-pasted-lines.ts'
import { readText } from './testing/read-text.ts'

const tool = { _id: 'tool', name: 'Tool', minQuantity: 7, quantity: 2 ** 31 - 1 } as Product

/** Pastes a text in which every line names the same product. */
function paste(text: string) {
  const { lines: pasted, questions } = readText(text)
  const matches = pasted.flatMap((line) =>
    itemOf(line) ? [{ product: tool, candidates: [], isSkipped: false }] : [],
  )
  return { ...sortPastedLines(pasted, matches, []), pasted, questions }
}

/** Whether a text has a whole number of this value, written in one of the ways that are read. */
function hasNumber(text: string, value: number): boolean {
  const plain = String(value)
  const grouped = [',', '.', ' ', "'", '’'].map((sign) => plain.replace(/\B(?=(?:\d{3})+(?!\d))/g, sign))
  const ways = [plain, plain.replace('.', ','), ...grouped].map((way) => way.replaceAll('.', '\\.')).join('|')
  const number = `(?<![\\p{N}]|\\p{N}[.,'’]|(?:^|[\\s(:=;,])[+±-])0*(?:${ways})(?:[.,]0+)?(?![.,'’]?\\p{N}|\\p{No})`
  const isThere = new RegExp(number, 'u').test(text)
  return isThere || (/\bdozen\b/.test(text) && hasNumber(text.replace('dozen', ''), value / 12))
}

const SKU = 'FW-1013'
const plainNumber = fc.integer({ min: 1, max: 99_999_999 })
const writtenNumber = fc
  .tuple(
    plainNumber,
    fc.constantFrom('', ',', '.', ' ', "'"),
    fc.constantFrom('', '.00', ',00', '.0', ',000', '.5'),
  )
  .map(([number, sign, end]) => String(number).replace(/\B(?=(?:\d{3})+$)/g, sign) + end)
const before = fc.constantFrom('', 'ca. ', '+', '-', '~', 'qty ', '2 x ', 'x', 'Order 4711 ', 'about ')
const after = fc.constantFrom(
  '',
  ' pcs',
  '-40',
  ' to 40',
  ' dozen',
  '?',
  'k',
  'e2',
  '½',
  ' 40',
  ',000',
  '-',
  ' x',
)
const between = fc.constantFrom(' ', '\t', ';', ',', ': ', ' x ', ' - ', ', ')
const order = fc
  .tuple(before, writtenNumber, after, between, fc.boolean())
  .map(([before, number, after, between, isFirst]) => {
    const quantity = before + number + after
    return isFirst ? quantity + between + SKU : SKU + between + quantity
  })
const scribble = fc
  .array(fc.constantFrom(...'0123456789 .,+-x/\t;:()½３²', ' pcs ', ` ${SKU} `), { maxLength: 14 })
  .map((parts) => `${SKU} ${parts.join('')}`)

test('a quantity on the list stands in the text, or the line says why not', () => {
  fc.assert(
    fc.property(fc.oneof(order, scribble), (text) => {
      const { lines, added, changed, questions } = paste(text)
      // A question about the columns comes before anything is added.
      fc.pre(added === 1 && questions.length === 0)
      if (changed.length > 0) return
      const [{ quantity } = { quantity: 0 }] = lines
      const digits = cleanText(text.replaceAll(SKU, ' SKU '))
      expect(hasNumber(digits, quantity), `${JSON.stringify(text)} is read as ${quantity}`).toBe(true)
    }),
    { numRuns: 5_000, seed: 20_261_123 },
  )
})

test('every line of a text is added, to confirm or refused with a reason', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(order, scribble), { minLength: 1, maxLength: 5 }), (texts) => {
      const { added, merged, uncertain, unread, pasted } = paste(texts.join('\n'))
      expect(added + merged + uncertain.length + unread.length).toBe(pasted.length)
      for (const { note } of unread) expect(note).not.toBe('')
    }),
    { numRuns: 2_000, seed: 20_261_123 },
  )
})
