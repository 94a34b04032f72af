import { z } from '@hono/zod-openapi'

export const specification = z
  .object({
    key: z.string().openapi({ example: 'jaw-width' }),
    name: z.string().openapi({ example: 'Jaw width' }),
    kind: z.enum(['number', 'text', 'choice']),
    unit: z.string().nullable().openapi({ description: 'Only of numbers', example: 'mm' }),
    choices: z.array(z.string()).nullable().describe('Only of choices, in order'),
  })
  .openapi('Specification')

/** A category; a product belongs to one of either level. */
export const category = z
  .object({
    slug: z.string().openapi({ example: 'hand-planes' }),
    parent: z.string().nullable().describe('Slug of the category above, if any'),
    name: z.string(),
    specifications: z.array(specification),
  })
  .openapi('Category')
