import { z } from 'zod'
import { headPaths } from '#platform/http/head-pages.ts'
import { removeControlCharacters } from '#platform/text.ts'

const text = (longest: number) =>
  z.string().overwrite(removeControlCharacters).trim().max(longest, `At most ${longest} characters`)
const required = (longest: number) => text(longest).min(1, 'Required')

// A path of the shop, or an address of the web, mail or telephone.
const ADDRESS = /^(?:\/(?![/\\])|https?:\/\/[^/]|mailto:.|tel:.)[^\s\\]*$/
const address = z
  .string()
  .trim()
  .max(300, 'At most 300 characters')
  .refine((to) => to === '' || ADDRESS.test(to), {
    error: ({ input }) =>
      `“${input}” is no address: write a path of the shop (/blogs), https://…, mailto:… or tel:…`,
  })

const column = z.object({
  heading: required(40),
  lines: z
    .array(z.object({ text: required(100), to: address }))
    .min(1, 'A column needs a line')
    .max(12, 'At most 12 lines'),
})

/** Menu, footer, and titles of pages (product 20.11). */
export const frameTexts = z.object({
  portfolio: z.object({ name: required(40), isHidden: z.boolean() }),
  footer: z.object({ about: text(200), end: text(200), columns: z.array(column).max(4) }),
  heads: z
    .array(z.object({ path: z.enum(headPaths), title: text(70), description: text(200) }))
    .max(headPaths.length),
})
