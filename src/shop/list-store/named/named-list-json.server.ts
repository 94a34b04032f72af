import { z } from '@hono/zod-openapi'
import { orderLines, savedList } from '#shop/list-store/order-list-json.ts'
import type { StoredNamedList } from './named-lists.server.ts'

export const namedListJson = savedList
  .extend({
    _id: z.string(),
    name: z.string(),
    sharedUntil: z.string().optional().openapi({ description: 'When its link expires' }),
  })
  .openapi('NamedOrderList')

export type NamedList = z.infer<typeof namedListJson>

export const sharedListJson = z.object({
  name: z.string(),
  lines: orderLines,
  sharedUntil: z.string(),
})

export function toNamedListJson({ id, sharedUntil, ...list }: StoredNamedList): NamedList {
  return { _id: id, ...list, sharedUntil: sharedUntil?.toISOString() }
}
