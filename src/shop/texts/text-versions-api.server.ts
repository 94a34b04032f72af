import { z } from '@hono/zod-openapi'
import type { Db } from '#platform/database/database.server.ts'
import { restApi } from '#platform/http/api/rest-api.server.ts'
import { adminList } from '#shop/auth/access/admin-list.server.ts'
import { listVersions } from './text-versions.server.ts'

const versionJson = z
  .object({
    _id: z.number().int(),
    replacedAt: z.string().openapi({ format: 'date-time' }),
    content: z.unknown().describe('As it is saved'),
  })
  .openapi('TextVersion')

export function createTextVersionsApi({ db }: { db: Db }) {
  return restApi(
    adminList({
      endpoint: 'GET /textVersions',
      operationId: 'listTextVersions',
      query: z.object({
        text: z.string().describe('The `_id` of a post, or `terms`, `home` and such'),
      }),
      answer: 'The last ten versions that others have replaced, the latest first',
      row: versionJson,
      rows: async ({ text }) =>
        (await listVersions(db, text)).map(({ id, replacedAt, content }) => ({
          _id: id,
          replacedAt: replacedAt.toISOString(),
          content,
        })),
    }),
  )
}
