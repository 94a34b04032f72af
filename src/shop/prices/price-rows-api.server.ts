import { z } from '@hono/zod-openapi'
import type { Db } from '#platform/database/database.server.ts'
import { answers, body, refuses, restApi } from '#platform/http/api/rest-api.server.ts'
import { adminRoute } from '#shop/auth/access/guarded-routes.server.ts'
import { adminJson } from '#shop/auth/access/json-routes.server.ts'
import { sentRows } from './price-list-forms.ts'
import { priceRowsJson, type RefusedRows, refusedRows, toRowJson } from './price-list-json.server.ts'
import { findPriceList, type ListClock } from './price-list-queries.server.ts'
import { refusePrices } from './price-refusals.server.ts'
import { readRows, replaceRows } from './price-rows.server.ts'

/** Ten thousand rows and more. */
const LARGEST_BODY_BYTES = 4 * 1024 * 1024

const ofList = z.object({ id: z.string() })
const unknown = 'No such price list'

/** Serves the rows of price lists to admins; mounted before the limit of other bodies. */
export function createPriceRowsApi({ db, clock }: { db: Db; clock: () => ListClock }) {
  const readAll = async (id: string) => {
    const list = await findPriceList(db, id, clock())
    if (!list) throw refusePrices({ refused: 'no-such-list' })
    return { version: list.version, rows: (await readRows(db, id)).map(toRowJson) }
  }
  return restApi({
    getPriceRows: adminJson({
      endpoint: 'GET /price-lists/{id}/rows',
      summary: 'Read the rows of a price list',
      params: ofList,
      json: priceRowsJson,
      refusals: { 404: unknown },
      respond: ({ params: { id } }) => readAll(id),
    }),
    putPriceRows: adminRoute({
      endpoint: 'PUT /price-lists/{id}/rows',
      maxBytes: LARGEST_BODY_BYTES,
      summary: 'Replace the rows of a price list',
      description:
        'All of them, or none: then `rows` of the refusal names each row at fault. With the `version` that was read, a list that was changed since is refused; with `checksPrices`, new prices above three times the base price or below a fifth.',
      request: { params: ofList, body: body(sentRows) },
      responses: {
        200: answers('The rows, with the new version', priceRowsJson),
        404: refuses(unknown),
        409: refuses('Changed in the meantime, or another contract covers a product'),
        422: answers('Rows that break a rule', refusedRows),
      },
      respond: async (c) => {
        const { id } = c.req.valid('param')
        const outcome = await replaceRows(db, id, c.req.valid('json'), c.var.audit)
        if ('refused' in outcome) throw refusePrices(outcome)
        if ('version' in outcome) return c.json(await readAll(id), 200)
        const isFar = 'far' in outcome
        const rows = isFar ? outcome.far : outcome.errors
        const count = new Set(rows.map(({ index }) => index)).size
        const [row, needs] = count === 1 ? ['row', 'needs'] : ['rows', 'need']
        const message = isFar
          ? `Nothing is saved yet. The price of ${count} ${row} is far from the base price: correct it, or save again to keep it.`
          : `Nothing was changed. ${count} ${row} ${needs} a change.`
        const code = isFar ? 'far-prices' : 'rows-refused'
        return c.json({ code, message, rows } satisfies RefusedRows, 422)
      },
    }),
  })
}
