import { z } from 'zod'
import { characterCount, removeControlCharacters } from '#platform/text.ts'

export const MAX_IMAGES = 8
export const MAX_DOCUMENTS = 10

const title = z
  .string('Title is required')
  .overwrite(removeControlCharacters)
  .trim()
  .min(1, 'Title is required')
  .refine((text) => characterCount(text) <= 80, 'Title has at most 80 characters')

const isEachOnce = (urls: string[]) => new Set(urls).size === urls.length

/** The body of `PUT /products/details/{id}` (product 12.8). */
export const detailsChanges = z.object({
  images: z
    .array(z.string())
    .max(MAX_IMAGES, `A product has at most ${MAX_IMAGES} further images`)
    .refine(isEachOnce, 'Each image is there only once'),
  documents: z
    .array(z.object({ title, url: z.string() }))
    .max(MAX_DOCUMENTS, `A product has at most ${MAX_DOCUMENTS} documents`)
    .refine((documents) => isEachOnce(documents.map(({ url }) => url)), 'Each document is there only once'),
  version: z.string('version is that of the details that were edited'),
})

export type DetailsChanges = z.infer<typeof detailsChanges>
