import { z } from '@hono/zod-openapi'
import type { Db } from '#platform/database/database.server.ts'
import { orRefuse } from '#platform/http/api/refusals.server.ts'
import { countJson, deletedJson, listQuery, restApi } from '#platform/http/api/rest-api.server.ts'
import { adminList } from '#shop/auth/access/admin-list.server.ts'
import { adminJson } from '#shop/auth/access/json-routes.server.ts'
import { emailInPath } from '#shop/auth/auth-forms.ts'
import { buyerTaxForm } from '#shop/tax/buyer-tax-form.ts'
import { deleteUserAccount, type UserDeletionHooks } from '#shop/users/delete-user.server.ts'
import { managedUserJson, toManagedUserJson } from '#shop/users/user-json.server.ts'
import { refuseUser } from '#shop/users/user-refusals.server.ts'
import { userSorts } from '#shop/users/user-sorts.ts'
import { buyerTaxJson, changeBuyerTax, toBuyerTaxJson } from './buyer-tax.server.ts'
import { demoteUser, promoteUser } from './change-role.server.ts'
import { countUsers, listUsers, listUsersAfter } from './user-list.server.ts'

const params = z.object({ email: emailInPath })
const search = z.string().max(254).default('').describe('Word prefixes of the name or the e-mail')

export function createManageUsersApi(environment: { db: Db; deletionHooks: UserDeletionHooks }) {
  const { db, deletionHooks } = environment
  return restApi({
    listUsers: adminList({
      endpoint: 'GET /users',
      query: listQuery.extend({ search, sort: z.enum(userSorts).default('newest') }),
      answer: 'Users, newest first, or by name or last order',
      row: managedUserJson,
      rows: async (query) => (await listUsers(db, query)).map(toManagedUserJson),
      after: async ({ search }, after, size) =>
        (await listUsersAfter(db, { search, after, size })).map(toManagedUserJson),
    }),
    countUsers: adminJson({
      endpoint: 'GET /usersCount',
      query: z.object({ search }),
      json: countJson,
      respond: async ({ query: { search } }) => ({ count: await countUsers(db, search) }),
    }),
    makeAdmin: adminJson({
      endpoint: 'PUT /users/admin/{email}',
      summary: 'Make a user an admin',
      params,
      answer: 'The user, now an admin',
      json: managedUserJson,
      refusals: { 404: 'No such user', 409: 'The user has not verified the e-mail' },
      respond: async ({ params: { email }, audit }) =>
        toManagedUserJson(orRefuse(await promoteUser(db, email, audit), refuseUser)),
    }),
    dismissAdmin: adminJson({
      endpoint: 'DELETE /users/admin/{email}',
      summary: 'Make an admin a buyer; one’s own role needs confirm=own-role',
      params,
      query: z.object({ confirm: z.literal('own-role').optional() }),
      answer: 'The user, no longer an admin',
      json: managedUserJson,
      refusals: {
        404: 'No such user',
        409: 'This is the last admin, or yourself without confirm=own-role',
      },
      respond: async ({ params: { email }, query: { confirm }, audit }) => {
        const demoted = await demoteUser(db, email, confirm !== undefined, audit)
        return toManagedUserJson(orRefuse(demoted, refuseUser))
      },
    }),
    deleteUser: adminJson({
      endpoint: 'DELETE /users/{email}',
      params,
      json: deletedJson,
      refusals: { 404: 'No such user', 409: 'This is the last admin' },
      respond: async ({ params: { email }, audit }) => {
        orRefuse(await deleteUserAccount(db, deletionHooks, email, audit), refuseUser)
        return { deletedCount: 1 }
      },
    }),
    setBuyerTax: adminJson({
      endpoint: 'PUT /users/tax/{email}',
      summary: 'Set how a buyer’s next orders are taxed',
      params,
      body: buyerTaxForm,
      json: buyerTaxJson,
      refusals: {
        404: 'No such user',
        409: 'A member of a company, or an exception without a verified e-mail',
        422: 'An exception without its number',
      },
      respond: async ({ params: { email }, json, audit }) =>
        toBuyerTaxJson(orRefuse(await changeBuyerTax(db, email, json, audit), refuseUser)),
    }),
  })
}
