import { z } from '@hono/zod-openapi'
import type { StoredSynonym } from './synonym-queries.server.ts'

export const synonymJson = z
  .object({
    _id: z.string(),
    terms: z.array(z.string()).openapi({ example: ['vise', 'vice'] }),
  })
  .openapi('Synonym')

export type Synonym = z.infer<typeof synonymJson>

export const searchMissJson = z.object({
  query: z.string(),
  count: z.number().int(),
  lastDay: z.string(),
})

export type SearchMiss = z.infer<typeof searchMissJson>

export function toSynonymJson({ id, terms }: StoredSynonym): Synonym {
  return { _id: id, terms }
}
