import { z } from 'zod'
import { characterCount, removeControlCharacters } from '#platform/text.ts'
import { categorySlug } from './category.ts'

const MAX_SPECIFICATIONS = 30
const MAX_CHOICES = 40

const text = (what: string, longest: number) =>
  z
    .string(`${what} is required`)
    .overwrite(removeControlCharacters)
    .trim()
    .min(1, `${what} is required`)
    .refine((text) => characterCount(text) <= longest, `${what} has at most ${longest} characters`)

const name = text('Name', 60)
const parent = categorySlug('Parent')

export const newCategory = z.object({ name, parent })

/** The same as a form has it: an empty parent is none. */
export const categoryForm = newCategory.extend({
  parent: z.string().transform((slug) => (slug === '' ? null : slug)),
})

/** The body of `PUT /categories/{slug}`; `position` counts from 0 among the categories beside it. */
export const categoryChanges = z.object({
  name: name.optional(),
  parent: parent.optional(),
  position: z.int('Position must be a whole number').min(0, 'Position is at least 0').optional(),
})

/** A specification as the admin edits it; a new one has no key. */
const writtenSpecification = z
  .object({
    key: z.string().optional(),
    name,
    kind: z.enum(['number', 'text', 'choice'], 'Kind must be number, text or choice'),
    unit: text('Unit', 20).nullable(),
    choices: z
      .array(text('Choice', 60))
      .min(1, 'Add at least one choice')
      .max(MAX_CHOICES, `A list has at most ${MAX_CHOICES} choices`)
      .nullable(),
  })
  .refine(({ kind, choices }) => (kind === 'choice') === (choices !== null), {
    message: 'A choice has a list, other kinds have none',
    path: ['choices'],
  })
  .refine(({ choices }) => new Set(choices ?? []).size === (choices ?? []).length, {
    message: 'Each choice is on the list only once',
    path: ['choices'],
  })
  .refine(({ kind, unit }) => unit === null || kind === 'number', {
    message: 'Only numbers have a unit',
    path: ['unit'],
  })

export type WrittenSpecification = z.infer<typeof writtenSpecification>

export const specificationChanges = z.object({
  specifications: z
    .array(writtenSpecification)
    .max(MAX_SPECIFICATIONS, `A category has at most ${MAX_SPECIFICATIONS} specifications`),
  seen: z.array(z.string(), 'seen lists the keys that the editor saw'),
  losing: z.int('losing must be a whole number').min(0).default(0),
})

export type NewCategory = z.infer<typeof newCategory>
export type CategoryChanges = z.infer<typeof categoryChanges>
export type SpecificationChanges = z.infer<typeof specificationChanges>

/** Returns a unique slug or key for a name, such as `jaw-width`; a number distinguishes it from those taken. */
export function slugFor(name: string, taken: readonly string[], longest: number): string {
  const plain = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
  const base = plain.slice(0, longest - 4).replaceAll(/^-|-$/g, '') || 'category'
  for (let number = 1; ; number += 1) {
    const slug = number === 1 ? base : `${base}-${number}`
    // Objects are read by it: `constructor` is in each of them.
    if (!taken.includes(slug) && !(slug in {})) return slug
  }
}
