import { z } from 'zod'
import { NUMBER_PREFIX } from './number-forms.ts'

/** More would not fit the columns of positions. */
const LARGEST = 999_999_999

const series = (what: string) =>
  z.object({
    prefix: z
      .string()
      .trim()
      .toUpperCase()
      .transform((text) => (text === '' || text.endsWith('-') ? text : `${text}-`))
      .refine(
        (text) => NUMBER_PREFIX.test(text),
        `The prefix of ${what} is a letter and up to seven letters and digits, such as ACME`,
      ),
    next: z
      .number(`The next number of ${what} must be a whole number`)
      .int(`The next number of ${what} must be a whole number`)
      .min(1, `The next number of ${what} is at least 1`)
      .max(LARGEST, `The next number of ${what} is at most ${LARGEST.toLocaleString('en-US')}`),
  })

export const seriesNames = {
  orders: 'orders',
  invoices: 'invoices',
  creditNotes: 'credit notes',
} as const

/** What the owner's numbers begin with, and the next one of each series, of documents in this year. */
export const numberingForm = z
  .object({
    orders: series(seriesNames.orders),
    invoices: series(seriesNames.invoices),
    creditNotes: series(seriesNames.creditNotes),
  })
  .superRefine(({ invoices, creditNotes }, { addIssue }) => {
    const message = 'Invoices and credit notes need different prefixes'
    if (invoices.prefix === creditNotes.prefix)
      addIssue({ code: 'custom', path: ['creditNotes', 'prefix'], message })
  })

export type NumberingForm = z.output<typeof numberingForm>
