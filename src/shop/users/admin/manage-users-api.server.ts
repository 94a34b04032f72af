import { z } from '@hono/zod-openapi'
import type { Db } from '#platform/database/database.server.ts'
import {
  answers,
  body,
  countJson,
  deletedJson,
  listQuery,
  refuses,
  restApi,
} from '#platform/http/api/rest-api.server.ts'
import { adminList, adminRead } from '#shop/auth/access/admin-list.server.ts'
import { adminRoute } from '#shop/auth/access/guarded-routes.server.ts'
import { emailInPath } from '#shop/auth/auth-forms.ts'
import { buyerTaxForm } from '#shop/tax/buyer-tax-form.ts'
import { deleteUserAccount, type UserDeletionHooks } from '#shop/users/delete-user.server.ts'
import { managedUserJson, toManagedUserJson } from '#shop/users/user-json.server.ts'
import { refuseUser } from '#shop/users/user-refusals.server.ts'
import { buyerTaxJson, changeBuyerTax, toBuyerTaxJson } from './buyer-tax.server.ts'
import { demoteUser } from './demote-user.server.ts'
import { promoteUser } from './promote-user.server.ts'
import { countUsers, listUsers, listUsersAfter } from './user-list.server.ts'

const params = z.object({ email: emailInPath })
const search = z
  .string()
  .max(254)
  .default('')
  .openapi({ description: 'Word prefixes of the name or the e-mail' })

export type ManageUsersApi = ReturnType<typeof createManageUsersApi>

/** Serves finding, promoting, demoting, taxing and deleting users. */
export function createManageUsersApi(environment: { db: Db; deletionHooks: UserDeletionHooks }) {
  const { db, deletionHooks } = environment
  return restApi()
    .openapi(
      ...adminList({
        path: '/users',
        operationId: 'listUsers',
        summary: 'List users',
        query: listQuery.extend({ search }),
        answer: 'Users, newest first',
        row: managedUserJson,
        rows: async (query) => (await listUsers(db, query)).map(toManagedUserJson),
        after: async ({ search }, after, size) =>
          (await listUsersAfter(db, { search, after, size })).map(toManagedUserJson),
      }),
    )
    .openapi(
      ...adminRead({
        path: '/usersCount',
        operationId: 'countUsers',
        summary: 'Count users',
        query: z.object({ search }),
        answer: 'The number of users',
        json: countJson,
        read: async ({ search }) => ({ count: await countUsers(db, search) }),
      }),
    )
    .openapi(
      adminRoute({
        method: 'put',
        path: '/users/admin/{email}',
        operationId: 'makeAdmin',
        summary: 'Make a user an admin',
        request: { params },
        responses: {
          200: answers('The user, now an admin', managedUserJson),
          404: refuses('No such user'),
          409: refuses('The user has not verified the e-mail'),
        },
      }),
      async (c) => {
        const promoted = await promoteUser(db, c.req.valid('param').email, c.var.audit)
        if ('refused' in promoted) throw refuseUser(promoted)
        return c.json(toManagedUserJson(promoted), 200)
      },
    )
    .openapi(
      adminRoute({
        method: 'delete',
        path: '/users/admin/{email}',
        operationId: 'dismissAdmin',
        summary: 'Make an admin a buyer; one’s own role needs confirm=own-role',
        request: { params, query: z.object({ confirm: z.literal('own-role').optional() }) },
        responses: {
          200: answers('The user, no longer an admin', managedUserJson),
          404: refuses('No such user'),
          409: refuses('This is the last admin, or yourself without confirm=own-role'),
        },
      }),
      async (c) => {
        const isConfirmed = c.req.valid('query').confirm !== undefined
        const { email } = c.req.valid('param')
        const outcome = await demoteUser(db, email, isConfirmed, c.var.audit)
        if ('refused' in outcome) throw refuseUser(outcome)
        return c.json(toManagedUserJson(outcome), 200)
      },
    )
    .openapi(
      adminRoute({
        method: 'delete',
        path: '/users/{email}',
        operationId: 'deleteUser',
        summary: 'Delete a user',
        request: { params },
        responses: {
          200: answers('Deleted', deletedJson),
          404: refuses('No such user'),
          409: refuses('This is the last admin'),
        },
      }),
      async (c) => {
        const { email } = c.req.valid('param')
        const outcome = await deleteUserAccount(db, deletionHooks, email, c.var.audit)
        if ('refused' in outcome) throw refuseUser(outcome)
        return c.json({ deletedCount: 1 }, 200)
      },
    )
    .openapi(
      adminRoute({
        method: 'put',
        path: '/users/tax/{email}',
        operationId: 'setBuyerTax',
        summary: 'Set how a buyer’s next orders are taxed',
        request: { params, body: body(buyerTaxForm) },
        responses: {
          200: answers('The new treatment', buyerTaxJson),
          404: refuses('No such user'),
          409: refuses('A member of a company, or an exception without a verified e-mail'),
          422: refuses('An exception without its number'),
        },
      }),
      async (c) => {
        const { email } = c.req.valid('param')
        const changed = await changeBuyerTax(db, email, c.req.valid('json'), c.var.audit)
        if ('refused' in changed) throw refuseUser(changed)
        return c.json(toBuyerTaxJson(changed), 200)
      },
    )
}
