import { z } from 'zod'
import { IMAGE_URL, NOT_UPLOADED } from '#platform/images/image-url.ts'
import { asLines, removeControlCharacters } from '#platform/text.ts'

const LONGEST_LINE = 200
const LONGEST_TEXT = 2_000
const TOO_LONG = (longest: number) => `At most ${longest.toLocaleString('en-US')} characters`

const optionalLine = z
  .string()
  .overwrite(removeControlCharacters)
  .trim()
  .max(LONGEST_LINE, TOO_LONG(LONGEST_LINE))
const line = optionalLine.min(1, 'Required')
const text = z.string().overwrite(asLines).max(LONGEST_TEXT, TOO_LONG(LONGEST_TEXT))

/** The person behind the shop (product 2.12): the page has this many projects and skills. */
export const portfolioTexts = z.object({
  name: line,
  role: optionalLine,
  introduction: z.array(text).min(1, 'Required').max(10),
  email: z.email('Your email is not valid'),
  projects: z
    .array(
      z.object({
        title: line,
        year: z.number('Enter a year').int('Enter a year').min(1000).max(9999),
        summary: text,
        imgURL: z.string().regex(IMAGE_URL, NOT_UPLOADED),
        facts: z.array(line).max(10),
      }),
    )
    .length(4),
  skills: z.array(z.object({ name: line, detail: optionalLine })).length(11),
  education: z
    .array(z.object({ title: line, place: optionalLine, years: optionalLine, text }))
    .min(1)
    .max(6),
})

export type Portfolio = z.output<typeof portfolioTexts>

/** The home page shows this many tools (product 9.1). */
export const HOME_TOOLS = 6

/** The texts of the home page: the banner, and four figures; and the SKUs of its tools, if not the first six. */
export const homeTexts = z.object({
  title: line,
  line: text,
  statistics: z.array(z.object({ what: line, howMany: line })).length(4),
  tools: z
    .array(line.overwrite((sku) => sku.toUpperCase()))
    .refine((skus) => skus.length === 0 || new Set(skus).size === HOME_TOOLS, {
      error: 'Enter the SKUs of six different tools, or none',
    })
    .max(HOME_TOOLS)
    .default([]),
})

export type HomeTexts = z.output<typeof homeTexts>

// product 2.8: the texts of the specification, including their spelling.
export const defaultHomeTexts: HomeTexts = {
  title: 'GET HIGH QUALITY TOOLS',
  line: 'Forged, ground and measured in our own works. Ordered by the crate, straight from the bench they were made on.',
  statistics: [
    { what: 'Reviews', howMany: '42K+' },
    { what: 'Countries', howMany: '120+' },
    { what: 'Annual Revenew', howMany: '90 Millions+' },
    { what: 'Tools', howMany: '90+' },
  ],
  tools: [],
}
