import type { Db } from '#platform/database/database.server.ts'
import { orRefuse } from '#platform/http/api/refusals.server.ts'
import { restApi } from '#platform/http/api/rest-api.server.ts'
import { userJson } from '#shop/auth/access/json-routes.server.ts'
import { savedList } from './order-list-json.ts'
import { readCurrentList, saveCurrentList } from './order-list-queries.server.ts'
import { refuseList } from './order-list-refusals.server.ts'

const list = savedList.openapi('OrderList')

export function createOrderListApi({ db }: { db: Db }) {
  return restApi({
    readOrderList: userJson({
      endpoint: 'GET /order-list',
      answer: 'My order list; empty with version 0 if it was never saved',
      json: list,
      respond: ({ caller }) => readCurrentList(db, caller.id),
    }),
    saveOrderList: userJson({
      endpoint: 'PUT /order-list',
      description: '`version` is the version that was read; the response has the next one.',
      body: savedList,
      json: list,
      refusals: { 409: 'Another device saved the list since this version' },
      respond: async ({ json, caller }) => orRefuse(await saveCurrentList(db, caller.id, json), refuseList),
    }),
  })
}
