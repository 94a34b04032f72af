import { z } from '@hono/zod-openapi'
import type { Db } from '#platform/database/database.server.ts'
import { restApi } from '#platform/http/api/rest-api.server.ts'
import { adminList } from '#shop/auth/access/admin-list.server.ts'
import { versionsOf } from './text-versions.server.ts'

const versionJson = z
  .object({
    id: z.number().int(),
    replacedAt: z.string().openapi({ format: 'date-time' }),
    content: z.unknown().describe('As it is saved'),
  })
  .openapi('TextVersion')

export function createTextVersionsApi({ db }: { db: Db }) {
  return restApi({
    listTextVersions: adminList({
      endpoint: 'GET /textVersions',
      query: z.object({ text: z.string().describe('The `_id` of a post, or `terms` or `home`') }),
      answer: 'The last ten versions that saves have replaced, the latest first',
      row: versionJson,
      rows: async ({ text }) => {
        const rows = await versionsOf(db, text).execute()
        return rows.map((row) => ({ ...row, replacedAt: row.replacedAt.toISOString() }))
      },
    }),
  })
}
