import { z } from '@hono/zod-openapi'
import type { Db } from '#platform/database/database.server.ts'
import { listQuery, restApi } from '#platform/http/api/rest-api.server.ts'
import { HttpRefusal } from '#platform/http/http-errors.ts'
import type { Site } from '#platform/http/site.ts'
import { adminList } from '#shop/auth/access/admin-list.server.ts'
import { adminJson } from '#shop/auth/access/json-routes.server.ts'
import { MAX_REDIRECTS, readRedirects } from './redirect-rules.ts'
import { countRedirects, listRedirects, replaceRedirects } from './redirects.server.ts'

const MAX_BYTES = 4 * 1024 * 1024

const redirectJson = z
  .object({
    path: z.string().openapi({ example: '/shop/item.php?id=13' }),
    target: z.string().openapi({ example: '/tools' }),
  })
  .openapi('Redirect')
const countJson = z.object({ count: z.number().int() })

export function createRedirectsApi({ db, site }: { db: Db; site: Pick<Site, 'publicUrl'> }) {
  return restApi({
    listRedirects: adminList({
      endpoint: 'GET /redirects',
      summary: 'List the addresses of an earlier web site',
      query: listQuery,
      answer: 'Redirects, by their address',
      row: redirectJson,
      rows: (query) => listRedirects(db, query),
    }),
    countRedirects: adminJson({
      endpoint: 'GET /redirects/count',
      summary: 'Count the addresses of an earlier web site',
      json: countJson,
      respond: async () => ({ count: await countRedirects(db) }),
    }),
    replaceRedirects: adminJson({
      endpoint: 'PUT /redirects',
      maxBytes: MAX_BYTES,
      summary: 'Replace the addresses of an earlier web site',
      description: `A text of two columns, as in a CSV file: the earlier address and a path of this shop. At most ${MAX_REDIRECTS} rows; an empty text removes all. They answer where this shop has no page.`,
      body: z.object({ text: z.string() }),
      json: countJson,
      refusals: { 422: 'A row leads to another host, to itself or nowhere' },
      respond: async ({ json: { text }, audit }) => {
        const read = readRedirects(text, site.publicUrl)
        if ('problem' in read) throw new HttpRefusal(422, 'invalid-redirects', read.problem)
        await replaceRedirects(db, read.redirects, audit)
        return { count: read.redirects.length }
      },
    }),
  })
}
