import { z } from '@hono/zod-openapi'
import type { Db } from '#platform/database/database.server.ts'
import { restApi } from '#platform/http/api/rest-api.server.ts'
import { HttpRefusal } from '#platform/http/http-errors.ts'
import { legalSlugs } from '#platform/http/legal-page.ts'
import { adminList } from '#shop/auth/access/admin-list.server.ts'
import { adminJson } from '#shop/auth/access/json-routes.server.ts'
import { markdownBody } from '#web/markdown/markdown-body.ts'
import { type LegalPageVersion, listLegalPages, saveLegalPage } from './legal-pages.server.ts'

export const legalPageJson = z
  .object({
    slug: z.string(),
    version: z.number().int(),
    body: z.string().describe('Markdown; empty for a page that was taken back'),
    savedAt: z.string(),
  })
  .openapi('LegalPage')

export type LegalPage = z.infer<typeof legalPageJson>

/** Serves the legal pages to admins. `onSaved` runs after each change. */
export function createLegalPagesApi({ db, onSaved }: { db: Db; onSaved: () => Promise<void> }) {
  return restApi({
    listLegalPages: adminList({
      endpoint: 'GET /pages',
      answer: 'The newest version of each page that was ever saved',
      row: legalPageJson,
      rows: async () => (await listLegalPages(db)).map(toLegalPageJson),
    }),
    saveLegalPage: adminJson({
      endpoint: 'PUT /pages/{slug}',
      summary: 'Save the next version of a legal page',
      description: 'An empty text takes the page back; earlier versions stay on record.',
      params: z.object({ slug: z.enum(legalSlugs) }),
      // The version is the one that the editor saw, 0 for none.
      body: z.object({ body: markdownBody, version: z.number().int().min(0) }),
      json: legalPageJson,
      refusals: { 404: 'No such page', 409: 'It was saved in the meantime' },
      respond: async ({ params: { slug }, json, audit }) => {
        const saved = await saveLegalPage(db, slug, json, audit)
        if (!saved) throw new HttpRefusal(409, 'stale-page', 'This page was saved in the meantime.')
        await onSaved()
        return toLegalPageJson(saved)
      },
    }),
  })
}

function toLegalPageJson({ savedAt, ...page }: LegalPageVersion): LegalPage {
  return { ...page, savedAt: savedAt.toISOString() }
}
