import { z } from '@hono/zod-openapi'
import { restApi } from '#platform/http/api/rest-api.server.ts'
import { HttpRefusal } from '#platform/http/http-errors.ts'
import type { AuditContext } from '#shop/auth/access/caller.server.ts'
import { adminJson } from '#shop/auth/access/json-routes.server.ts'
import { type OwnShop, ownShopForm } from './own-shop-form.ts'

/** Removes the demo; returns the folder of the backup, or why nothing was removed. */
export type BeginShop = (
  owner: OwnShop,
  audit: AuditContext,
) => Promise<{ backup: string } | { refused: string }>

/** Serves the removal of the demo to admins; mount it in a demo only. */
export function createOwnShopApi({ begin }: { begin: BeginShop }) {
  return restApi({
    beginOwnShop: adminJson({
      endpoint: 'POST /own-shop',
      summary: 'Begin your own shop: make a backup, then remove everything of the demo',
      description:
        'Products, categories, synonyms, lists, companies, orders, documents, posts, texts, images and messages are removed, and all users but the caller, who gets this name and e-mail. Other requests get 503 meanwhile.',
      body: ownShopForm,
      answer: 'The folder of the backup',
      json: z.object({ backup: z.string() }),
      refusals: {
        409: 'No backup could be made, or an import is running',
        422: 'A name or e-mail',
      },
      respond: async ({ json: owner, audit }) => {
        const begun = await begin(owner, audit)
        if ('refused' in begun) throw new HttpRefusal(409, 'demo-stays', begun.refused)
        return begun
      },
    }),
  })
}
