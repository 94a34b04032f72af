import { z } from '@hono/zod-openapi'
import type { Db } from '#platform/database/database.server.ts'
import { publicRoute } from '#platform/http/api/public-route.server.ts'
import { answers, body, deletedJson, refuses, restApi } from '#platform/http/api/rest-api.server.ts'
import { userRoute } from '#shop/auth/access/guarded-routes.server.ts'
import { listName, orderLines, savedList } from '#shop/list-store/order-list-json.ts'
import { refuseList } from '#shop/list-store/order-list-refusals.server.ts'
import { namedListJson, sharedListJson, toNamedListJson } from './named-list-json.server.ts'
import {
  addNamedList,
  deleteNamedList,
  findSharedList,
  listNamedLists,
  saveNamedList,
  shareList,
  unshareList,
} from './named-lists.server.ts'

const id = z.object({ id: z.uuid() })
const noSuchList = refuses('No such list, or not yours')

export type NamedListsApi = ReturnType<typeof createNamedListsApi>

export function createNamedListsApi({ db, clock }: { db: Db; clock: () => Date }) {
  return restApi()
    .openapi(
      userRoute({
        path: '/order-lists',
        operationId: 'listOrderLists',
        summary: 'List my named order lists',
        responses: { 200: answers('My named lists, by name', z.array(namedListJson)) },
      }),
      async (c) => {
        const lists = await listNamedLists(db, c.var.caller.id, clock())
        return c.json(lists.map(toNamedListJson), 200)
      },
    )
    .openapi(
      userRoute({
        method: 'post',
        path: '/order-lists',
        operationId: 'addOrderList',
        summary: 'Add a named order list',
        request: { body: body(z.object({ name: listName, lines: orderLines })) },
        responses: {
          200: answers('The list', namedListJson),
          409: refuses('The name is taken, or there are 20 lists'),
        },
      }),
      async (c) => {
        const added = await addNamedList(db, c.var.caller.id, c.req.valid('json'))
        if ('refused' in added) throw refuseList(added)
        return c.json(toNamedListJson(added), 200)
      },
    )
    .openapi(
      userRoute({
        method: 'put',
        path: '/order-lists/{id}',
        operationId: 'saveNamedOrderList',
        summary: 'Save the lines and the name of a named order list',
        request: { params: id, body: body(savedList.extend({ name: listName.optional() })) },
        responses: {
          200: answers('The saved lines and their version', savedList),
          404: noSuchList,
          409: refuses('Another device saved the list since this version, or the name is taken'),
        },
      }),
      async (c) => {
        const { id } = c.req.valid('param')
        const saved = await saveNamedList(db, c.var.caller.id, id, c.req.valid('json'))
        if ('refused' in saved) throw refuseList(saved)
        return c.json(saved, 200)
      },
    )
    .openapi(
      userRoute({
        method: 'delete',
        path: '/order-lists/{id}',
        operationId: 'deleteOrderList',
        summary: 'Delete a named order list',
        request: { params: id },
        responses: { 200: answers('Deleted', deletedJson), 404: noSuchList },
      }),
      async (c) => {
        const isDeleted = await deleteNamedList(db, c.var.caller.id, c.req.valid('param').id)
        if (!isDeleted) throw refuseList({ refused: 'no-such-list' })
        return c.json({ deletedCount: 1 }, 200)
      },
    )
    .openapi(
      userRoute({
        method: 'post',
        path: '/order-lists/{id}/share',
        operationId: 'shareOrderList',
        summary: 'Make a link to a named order list',
        description: 'The token is shown only here. It lasts 30 days; an earlier one ends.',
        request: { params: id },
        responses: {
          200: answers(
            'The token of the link',
            z.object({ token: z.string(), expiresAt: z.string() }),
          ),
          404: noSuchList,
        },
      }),
      async (c) => {
        const shared = await shareList(db, c.var.caller.id, c.req.valid('param').id, clock())
        if (!shared) throw refuseList({ refused: 'no-such-list' })
        const { token, expiresAt } = shared
        return c.json({ token, expiresAt: expiresAt.toISOString() }, 200)
      },
    )
    .openapi(
      userRoute({
        method: 'delete',
        path: '/order-lists/{id}/share',
        operationId: 'unshareOrderList',
        summary: 'Take back the link to a named order list',
        request: { params: id },
        responses: { 200: answers('Taken back', deletedJson), 404: noSuchList },
      }),
      async (c) => {
        const isFound = await unshareList(db, c.var.caller.id, c.req.valid('param').id)
        if (!isFound) throw refuseList({ refused: 'no-such-list' })
        return c.json({ deletedCount: 1 }, 200)
      },
    )
    .openapi(
      publicRoute({
        path: '/shared-lists/{token}',
        operationId: 'readSharedList',
        summary: 'Read an order list by its link',
        request: { params: z.object({ token: z.string().max(100) }) },
        responses: {
          200: answers('The list', sharedListJson),
          404: refuses('The link has expired or was revoked'),
        },
      }),
      async (c) => {
        const list = await findSharedList(db, c.req.valid('param').token, clock())
        if (!list?.sharedUntil) throw refuseList({ refused: 'link-expired' })
        const { name, lines, sharedUntil } = list
        return c.json({ name, lines, sharedUntil: sharedUntil.toISOString() }, 200)
      },
    )
}
