import { z } from 'zod'
import { IMAGE_URL, NOT_UPLOADED } from '#platform/images/image-url.ts'
import { characterCount, removeControlCharacters } from '#platform/text.ts'
import { markdownBody } from '#web/markdown/markdown-body.ts'

export const postStates = ['published', 'planned', 'draft'] as const
export type PostState = (typeof postStates)[number]

export const postStateNames: Record<PostState, string> = {
  published: 'Published',
  planned: 'Planned',
  draft: 'Drafts',
}

const LONGEST_TITLE = 200
const LONGEST_NAME = 100

const line = (what: string, longest: number) =>
  z
    .string(`${what} is required`)
    .overwrite(removeControlCharacters)
    .trim()
    .refine(
      (text) => characterCount(text) <= longest,
      `${what} has at most ${longest.toLocaleString('en-US')} characters`,
    )

/** A post as it is written; all but the title may be empty in a draft. */
export const postForm = z.object({
  title: line('Title', LONGEST_TITLE).min(1, 'Title is required'),
  body: markdownBody,
  author: line('Author', LONGEST_NAME),
  authorRole: line('Role of the author', LONGEST_NAME),
  imgURL: z.string('Image is required').refine((url) => url === '' || IMAGE_URL.test(url), NOT_UPLOADED),
})

/** When visitors see a post: now, at a time, or not yet. */
const publication = z.union([z.enum(['now', 'draft']), z.iso.datetime({ offset: true })], {
  error: 'Enter a day and a time',
})

export const newPost = postForm
  .partial({ body: true, author: true, authorRole: true, imgURL: true })
  .extend({ publish: publication.default('draft') })

/** The body of `PUT /blogs/{id}`: what changes, and the version that the editor saw. */
export const postChanges = postForm.partial().extend({
  publish: publication.optional(),
  version: z.number().int().optional(),
})

export type Written = z.output<typeof postForm>
export type NewPost = z.output<typeof newPost>
export type PostChanges = z.output<typeof postChanges>

type Complete = Pick<Written, 'body' | 'author' | 'imgURL'>

/** Returns what a post lacks to be published; null if nothing. */
export function missingPart(post: Complete): keyof Complete | null {
  return (['body', 'author', 'imgURL'] as const).find((part) => post[part] === '') ?? null
}

export function readPostState(text: string | null): PostState {
  return postStates.find((state) => state === text) ?? 'published'
}
