import { z } from 'zod'
import { isTimeZone } from '#platform/local-days.ts'
import { readCarriers } from '#platform/settings/shipping-settings.ts'
import { asLines, characterCount, removeControlCharacters } from '#platform/text.ts'

export const orderMailTimes = ['each', 'hourly', 'daily', 'never'] as const

export const NO_ZONE = 'A time zone is written like America/New_York or Asia/Yangon'

const hasAtMost = (what: string, longest: number) =>
  [(text: string) => characterCount(text) <= longest, `${what} has at most ${longest} characters`] as const

const line = (what: string, longest: number) =>
  z
    .string()
    .overwrite(removeControlCharacters)
    .trim()
    .refine(...hasAtMost(what, longest))

const lines = (what: string, longest: number) =>
  z
    .string()
    .overwrite((text) => asLines(text.toWellFormed()))
    .refine(...hasAtMost(what, longest))

/** A number as it is typed, with a decimal point or comma, or nothing. */
const decimal = (isRight: (value: number) => boolean, decimals: number, message: string) =>
  z
    .string()
    .overwrite((text) => text.trim().replace(',', '.'))
    .refine((text) => {
      const [, fraction = ''] = text.split('.')
      if (!/^(?:\d{1,5}(?:\.\d+)?)?$/.test(text) || fraction.length > decimals) return false
      return text === '' || isRight(Number(text))
    }, message)

/** What the page Shop sets of the business; an empty text stands for the setting or the default. */
export const businessForm = z.object({
  sellerName: line('Name', 100),
  sellerAddress: lines('Address', 300),
  taxId: line('Tax ID', 60),
  bank: lines('Bank', 300),
  taxName: line('Name of the tax', 40),
  taxPercent: decimal(
    (percent) => percent <= 99,
    3,
    'The tax is a number from 0 to 99 with at most 3 decimals',
  ),
  timeZone: line('Time zone', 60).refine(
    (zone) => zone === '' || (/^[a-z]/i.test(zone) && isTimeZone(zone)),
    NO_ZONE,
  ),
  carriers: lines('Carriers', 2_000).refine(
    (text) => text === '' || readCarriers(text) !== null,
    'Write one carrier in each line, and its tracking page as in UPS=https://www.ups.com/track?tracknum={number}',
  ),
  lowestPrice: decimal(
    (dollars) => dollars >= 0.05,
    2,
    'The lowest price is at least $0.05, with at most two decimals',
  ),
  mailGreeting: lines('Greeting', 200),
  mailClosing: lines('Closing', 500),
  orderMails: z.enum(orderMailTimes, 'Choose when orders are mailed'),
  weeklyMail: z.boolean(),
})
