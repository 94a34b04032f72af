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

/** The person behind the shop (product 2.12). Sections without items are left out. */
export const portfolioTexts = z.object({
  name: line,
  role: optionalLine,
  introduction: z.array(text).max(10),
  email: z.literal('').or(z.email('Your email is not valid')),
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
    .max(12),
  skills: z.array(z.object({ name: line, detail: optionalLine })).max(30),
  education: z.array(z.object({ title: line, place: optionalLine, years: optionalLine, text })).max(6),
})

export type Portfolio = z.output<typeof portfolioTexts>

/** The home page shows this many tools (product 9.1). */
export const HOME_TOOLS = 6

export const homeSections = ['categories', 'tools', 'reviews', 'figures', 'join'] as const

/** The home page: banner and picture, sections, up to four figures; and the SKUs of its tools, if not the first six. */
export const homeTexts = z.object({
  title: line,
  line: text,
  /** The URL of the picture; empty for the demo's, or none in an own shop. */
  image: z.literal('').or(z.string().regex(IMAGE_URL, NOT_UPLOADED)).default(''),
  hidden: z.array(z.enum(homeSections)).max(homeSections.length).default([]),
  toolsTitle: line.default('From the catalogue'),
  reviewsTitle: line.default('What our customers say'),
  joinTitle: line.default('Equip the whole workshop'),
  joinText: text.default(
    'Register to order in bulk and follow each delivery, or tell us what your people work on and we put together the crate.',
  ),
  statistics: z.array(z.object({ what: line, howMany: line })).max(4),
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
export const defaultHomeTexts: HomeTexts = homeTexts.parse({
  title: 'GET HIGH QUALITY TOOLS',
  line: 'Forged, ground and measured in our own works. Ordered by the crate, straight from the bench they were made on.',
  statistics: [
    { what: 'Reviews', howMany: '42K+' },
    { what: 'Countries', howMany: '120+' },
    { what: 'Annual Revenew', howMany: '90 Millions+' },
    { what: 'Tools', howMany: '90+' },
  ],
})

/** The home page of a shop without the demo, until its owner writes another. */
export const ownHomeTexts = (shopName: string): HomeTexts =>
  homeTexts.parse({
    title: shopName,
    line: '',
    joinTitle: 'Order with an account',
    joinText: 'Register to order and to follow each delivery, or write to us.',
    statistics: [],
  })
