import { z } from 'zod'
import { type Cents, cents, centsToDollars, formatDollars } from '#platform/money.ts'
import { asLines, characterCount, removeControlCharacters } from '#platform/text.ts'
import { isGtin } from '#shop/catalogue/gtin.ts'

// Far above any real stock, far below the database's integer range.
const MAX_PIECES = 1_000_000_000
// The largest charge of a card covers ten pieces at this price.
const HIGHEST_PRICE = 99_999.99

const LONGEST_TEXT = 10_000

const isRequired = (what: string) => `${what} is required`

const hasAtMost = (longest: number) => (text: string) => characterCount(text) <= longest

export const required = (what: string) => z.string(isRequired(what)).min(1, isRequired(what))

const text = (what: string) =>
  z.string(isRequired(what)).overwrite(removeControlCharacters).trim().min(1, isRequired(what))

export const name = text('Name').refine(hasAtMost(100), 'Name has at most 100 characters')

export const description = text('Description')
  .refine((text) => characterCount(text) >= 10, 'Description has at least 10 characters')
  .refine(hasAtMost(100), 'Description has at most 100 characters')

/** An error for texts, which no number could be read from, and one for anything else. */
const notRead = (what: string, number: string) => ({
  error: ({ input }: { input?: unknown }) =>
    typeof input === 'string' ? `${what} must be ${number}` : isRequired(what),
})

export const pieces = (what: string, fewest: number) =>
  z
    .number(notRead(what, 'a whole number'))
    .int(`${what} must be a whole number`)
    .min(fewest, `${what} must be at least ${fewest}`)
    .max(MAX_PIECES, `${what} must be at most ${MAX_PIECES.toLocaleString('en-US')}`)

// The owner may set another (product 5.4).
const LOWEST_PRICE = cents(5_00)

const belowLowest = (lowest: Cents) =>
  lowest === LOWEST_PRICE
    ? 'Minimun Per Price should up to $5'
    : `Price must be at least ${formatDollars(lowest)}`

/** The rule of a price whose lowest is asked for each time; that of the specification unless one is set. */
export const priceFrom = (lowest: () => Cents | undefined) =>
  z
    .number(notRead('Price', 'a number'))
    .refine((dollars) => dollars >= centsToDollars(lowest() ?? LOWEST_PRICE), {
      error: () => belowLowest(lowest() ?? LOWEST_PRICE),
    })
    .max(HIGHEST_PRICE, 'Price must be at most $99,999.99')
    .refine((dollars) => Number(dollars.toFixed(2)) === dollars, 'Price has at most two decimals')

export const price = priceFrom(() => undefined)

export const LEAST_ORDER =
  'A minimum order must come to at least $0.50: raise the price or the minimum quantity'

/** Whether a card can pay the minimum order of a product. */
export const isLeastOrder = (product: { unitPriceCents: number; minQuantity: number }) =>
  product.unitPriceCents * product.minQuantity >= 50

/** A stock keeping unit, in upper case as it is stored (product 5.9). */
export const sku = z
  .string('SKU is required')
  .overwrite((text) => text.trim().toUpperCase())
  .regex(/^[A-Z0-9./-]{1,40}$/, 'SKU has 1 to 40 characters: letters A to Z, digits, - . or /')

/** A text of one line that may be empty, which means none. */
export const shortText = (what: string, longest: number) =>
  z
    .string(`${what} must be a text`)
    .overwrite(removeControlCharacters)
    .trim()
    .refine(hasAtMost(longest), `${what} has at most ${longest} characters`)
    .optional()

export const gtin = z
  .string('GTIN must be a text')
  .overwrite((text) => text.replaceAll(/[\s-]/g, ''))
  .superRefine((text, { addIssue }) => {
    if (text === '') return
    if (!/^(?:\d{8}|\d{12,14})$/.test(text)) addIssue('GTIN has 8, 12, 13 or 14 digits')
    else if (!isGtin(text)) addIssue('The last digit of this GTIN is wrong: check its digits')
  })
  .optional()

export const weight = z
  .number('Weight must be a whole number of grams')
  .int('Weight must be a whole number of grams')
  .min(1, 'Weight must be at least 1 gram')
  .max(1_000_000, 'Weight must be at most 1,000,000 grams')
  .nullable()
  .optional()

const NO_POSITION = 'Order is a whole number from 1 to 999'

/** The place of a family among those of its category. */
export const familyPosition = z.int(NO_POSITION).min(1, NO_POSITION).max(999, NO_POSITION).nullable()

/** A Markdown text that may be empty, which means none; line separators are line breaks like others. */
export const longText = z
  .string('Long text must be a text')
  .overwrite((text) => asLines(text.toWellFormed().replaceAll(/[\u2028\u2029]/g, '\n')))
  .refine(hasAtMost(LONGEST_TEXT), 'Long text has at most 10,000 characters')
  .optional()
