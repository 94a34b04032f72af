import { z } from '@hono/zod-openapi'
import type { Db } from '#platform/database/database.server.ts'
import { orRefuse } from '#platform/http/api/refusals.server.ts'
import { deletedJson, restApi } from '#platform/http/api/rest-api.server.ts'
import { publicJson, userJson } from '#shop/auth/access/json-routes.server.ts'
import { listName, orderLines, savedList } from '#shop/list-store/order-list-json.ts'
import { refuseList } from '#shop/list-store/order-list-refusals.server.ts'
import {
  addNamedList,
  deleteNamedList,
  findSharedList,
  listNamedLists,
  namedListJson,
  saveNamedList,
  sharedListJson,
  shareList,
  toNamedListJson,
  unshareList,
} from './named-lists.server.ts'

const id = z.object({ id: z.uuid() })
const noSuchList = 'No such list, or not yours'

export function createNamedListsApi({ db, clock }: { db: Db; clock: () => Date }) {
  return restApi({
    listOrderLists: userJson({
      endpoint: 'GET /order-lists',
      summary: 'List my named order lists',
      answer: 'My named lists, by name',
      json: z.array(namedListJson),
      respond: async ({ caller }) => (await listNamedLists(db, caller.id, clock())).map(toNamedListJson),
    }),
    addOrderList: userJson({
      endpoint: 'POST /order-lists',
      summary: 'Add a named order list',
      body: z.object({ name: listName, lines: orderLines }),
      json: namedListJson,
      refusals: { 409: 'The name is taken, or there are 20 lists' },
      respond: async ({ json, caller }) =>
        toNamedListJson(orRefuse(await addNamedList(db, caller.id, json), refuseList)),
    }),
    saveNamedOrderList: userJson({
      endpoint: 'PUT /order-lists/{id}',
      summary: 'Save the lines and the name of a named order list',
      params: id,
      body: savedList.extend({ name: listName.optional() }),
      answer: 'The saved lines and their version',
      json: savedList,
      refusals: {
        404: noSuchList,
        409: 'Another device saved the list since this version, or the name is taken',
      },
      respond: async ({ params: { id }, json, caller }) =>
        orRefuse(await saveNamedList(db, caller.id, id, json), refuseList),
    }),
    deleteOrderList: userJson({
      endpoint: 'DELETE /order-lists/{id}',
      summary: 'Delete a named order list',
      params: id,
      json: deletedJson,
      refusals: { 404: noSuchList },
      respond: async ({ params, caller }) => deleted(await deleteNamedList(db, caller.id, params.id)),
    }),
    shareOrderList: userJson({
      endpoint: 'POST /order-lists/{id}/share',
      summary: 'Make a link to a named order list',
      description: 'The token is shown only here. It lasts 30 days; an earlier one ends.',
      params: id,
      answer: 'The token of the link',
      json: z.object({ token: z.string(), expiresAt: z.string() }),
      refusals: { 404: noSuchList },
      respond: async ({ params, caller }) => {
        const shared = await shareList(db, caller.id, params.id, clock())
        if (!shared) throw refuseList({ refused: 'no-such-list' })
        const { token, expiresAt } = shared
        return { token, expiresAt: expiresAt.toISOString() }
      },
    }),
    unshareOrderList: userJson({
      endpoint: 'DELETE /order-lists/{id}/share',
      summary: 'Take back the link to a named order list',
      params: id,
      json: deletedJson,
      refusals: { 404: noSuchList },
      respond: async ({ params, caller }) => deleted(await unshareList(db, caller.id, params.id)),
    }),
    readSharedList: publicJson({
      endpoint: 'GET /shared-lists/{token}',
      summary: 'Read an order list by its link',
      params: z.object({ token: z.string().max(100) }),
      json: sharedListJson,
      refusals: { 404: 'The link has expired or was revoked' },
      respond: async ({ params: { token } }) => {
        const list = await findSharedList(db, token, clock())
        if (!list?.sharedUntil) throw refuseList({ refused: 'link-expired' })
        const { name, lines, sharedUntil } = list
        return { name, lines, sharedUntil: sharedUntil.toISOString() }
      },
    }),
  })
}

function deleted(isFound: boolean) {
  if (!isFound) throw refuseList({ refused: 'no-such-list' })
  return { deletedCount: 1 }
}
