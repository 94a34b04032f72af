import { z } from 'zod'
import { removeControlCharacters } from '#platform/text.ts'

/** More rows than this belong into several lists. */
export const MAX_ROWS = 20_000

const name = z
  .string('Name is required')
  .overwrite(removeControlCharacters)
  .trim()
  .min(1, 'Name is required')
  .max(80, 'At most 80 characters')
const NO_DAY = 'must be a day such as 2026-12-31'
// The database has no year 0.
const day = z.iso
  .date(NO_DAY)
  .refine((text) => text >= '0001', NO_DAY)
  .nullable()

export const audience = z.union([
  z.strictObject({ everybody: z.literal(true) }),
  z.strictObject({ group: z.uuid() }),
  z.strictObject({ company: z.uuid() }),
])

/** Both days belong to the list, in the seller's time zone; null is open. */
const validity = { validFrom: day.optional(), validUntil: day.optional() }
const ENDS_FIRST = 'The last day is before the first'
const endsLater = ({
  validFrom,
  validUntil,
}: {
  validFrom?: string | null | undefined
  validUntil?: string | null | undefined
}) => !validFrom || !validUntil || validFrom <= validUntil

export const newPriceList = z
  .object({ name, for: audience, contract: z.boolean().default(false), ...validity })
  .refine(endsLater, { message: ENDS_FIRST, path: ['validUntil'] })
  .refine((list) => !list.contract || 'company' in list.for, {
    message: 'Only a company has a contract',
    path: ['contract'],
  })
export type NewPriceList = z.infer<typeof newPriceList>

/** Whom a list is for never changes: that would be another list. */
export const priceListChanges = z
  .object({ name: name.optional(), ...validity })
  .refine(endsLater, { message: ENDS_FIRST, path: ['validUntil'] })
export type PriceListChanges = z.infer<typeof priceListChanges>

/** A copy of a list with other days, whose net prices are raised or, below zero, reduced by a percentage. */
export const priceListCopy = z
  .object({ name, ...validity, raise: z.number().gt(-100).max(1000).default(0) })
  .refine(endsLater, { message: ENDS_FIRST, path: ['validUntil'] })
export type PriceListCopy = z.infer<typeof priceListCopy>

/** A row as it is sent: what it names, from how many pieces, and its price. Its rules are checkRows. */
export const sentRow = z.object({
  sku: z.string().max(60).optional(),
  category: z.string().max(60).optional(),
  all: z.literal(true).optional(),
  minQuantity: z.number().default(1),
  perPrice: z.number().optional(),
  percent: z.number().optional(),
})
export type SentRow = z.infer<typeof sentRow>

export const sentRows = z.object({
  version: z.number().int().optional(),
  checksPrices: z.boolean().optional(),
  rows: z.array(sentRow).max(MAX_ROWS, `At most ${MAX_ROWS.toLocaleString('en-US')} rows`),
})
