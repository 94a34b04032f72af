import type { Db } from '#platform/database/database.server.ts'
import { answers, body, refuses, restApi } from '#platform/http/api/rest-api.server.ts'
import { userRoute } from '#shop/auth/access/guarded-routes.server.ts'
import { savedList } from './order-list-json.ts'
import { readCurrentList, saveCurrentList } from './order-list-queries.server.ts'
import { refuseList } from './order-list-refusals.server.ts'

const list = savedList.openapi('OrderList')

export type OrderListApi = ReturnType<typeof createOrderListApi>

export function createOrderListApi({ db }: { db: Db }) {
  return restApi()
    .openapi(
      userRoute({
        path: '/order-list',
        operationId: 'readOrderList',
        summary: 'Read my order list',
        responses: {
          200: answers('My order list; empty with version 0 if it was never saved', list),
        },
      }),
      async (c) => c.json(await readCurrentList(db, c.var.caller.id), 200),
    )
    .openapi(
      userRoute({
        method: 'put',
        path: '/order-list',
        operationId: 'saveOrderList',
        summary: 'Save my order list',
        description: '`version` is the version that was read; the response has the next one.',
        request: { body: body(savedList) },
        responses: {
          200: answers('The saved list', list),
          409: refuses('Another device saved the list since this version'),
        },
      }),
      async (c) => {
        const saved = await saveCurrentList(db, c.var.caller.id, c.req.valid('json'))
        if ('refused' in saved) throw refuseList(saved)
        return c.json(saved, 200)
      },
    )
}
