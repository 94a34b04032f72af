import { z } from '@hono/zod-openapi'
import type { Db } from '#platform/database/database.server.ts'
import type { ClientIpAddress } from '#platform/http/ip-address.server.ts'
import { respondWithList } from '#platform/http/json-list.server.ts'
import { answers, listQuery, refuses, restApi } from '#platform/http/rest-api.server.ts'
import { adminRoute } from '#shop/auth/access/guarded-routes.server.ts'
import { emailInPath } from '#shop/auth/sign-in/auth-forms.ts'
import { deleteUserAccount, type UserDeletionHooks } from '#shop/users/delete-user.server.ts'
import { toUser, user } from '#shop/users/user-json.server.ts'
import { refuseUser } from '#shop/users/user-refusals.server.ts'
import { demoteAccount } from './demote-user.server.ts'
import { promoteAccount } from './promote-user.server.ts'
import { countUsers, listUsers, listUsersAfter } from './user-list.server.ts'

const params = z.object({ email: emailInPath })
const search = z
  .string()
  .max(254)
  .default('')
  .openapi({ description: 'Beginnings of words of the name or the e-mail' })

const getUsers = adminRoute({
  method: 'get',
  path: '/users',
  operationId: 'listUsers',
  summary: 'List users',
  request: { query: listQuery.extend({ search }) },
  responses: { 200: answers('Users, newest first', z.array(user)) },
})

const getUsersCount = adminRoute({
  method: 'get',
  path: '/usersCount',
  operationId: 'countUsers',
  summary: 'Count users',
  request: { query: z.object({ search }) },
  responses: {
    200: answers('How many users there are', z.object({ count: z.number() })),
  },
})

const putAdmin = adminRoute({
  method: 'put',
  path: '/users/admin/{email}',
  operationId: 'makeAdmin',
  summary: 'Make a user an admin',
  request: { params },
  responses: {
    200: answers('The user, an admin now', user),
    404: refuses('No such user'),
  },
})

const deleteAdmin = adminRoute({
  method: 'delete',
  path: '/users/admin/{email}',
  operationId: 'dismissAdmin',
  summary: 'Make an admin a buyer again',
  request: { params },
  responses: {
    200: answers('The user, no admin any more', user),
    404: refuses('No such user'),
    409: refuses('The last admin'),
  },
})

const deleteUser = adminRoute({
  method: 'delete',
  path: '/users/{email}',
  operationId: 'deleteUser',
  summary: 'Delete a user',
  request: { params },
  responses: {
    200: answers('Deleted', z.object({ deletedCount: z.number() })),
    404: refuses('No such user'),
    409: refuses('The last admin'),
  },
})

export type ManageUsersApi = ReturnType<typeof createManageUsersApi>

/** What admins do with users: find, promote and delete them. */
export function createManageUsersApi(environment: {
  db: Db
  closing: UserDeletionHooks
  clientIpAddress: ClientIpAddress
}) {
  const { db, closing, clientIpAddress } = environment
  return restApi()
    .openapi(getUsers, async (c) => {
      const { search, size, page } = c.req.valid('query')
      return respondWithList(size, {
        page: async (size) => (await listUsers(db, { search, size, page })).map(toUser),
        after: async (after, size) =>
          (await listUsersAfter(db, { search, after, size })).map(toUser),
      })
    })
    .openapi(getUsersCount, async (c) => {
      return c.json({ count: await countUsers(db, c.req.valid('query').search) }, 200)
    })
    .openapi(putAdmin, async (c) => {
      const by = { actor: c.var.caller, address: clientIpAddress(c) }
      const promoted = await promoteAccount(db, c.req.valid('param').email, by)
      if (!promoted) throw refuseUser({ refused: 'no-such-user' })
      return c.json(toUser(promoted), 200)
    })
    .openapi(deleteAdmin, async (c) => {
      const about = { ...c.req.valid('param'), address: clientIpAddress(c) }
      const done = await demoteAccount(db, c.var.caller, about)
      if ('refused' in done) throw refuseUser(done)
      return c.json(toUser(done), 200)
    })
    .openapi(deleteUser, async (c) => {
      const about = { ...c.req.valid('param'), address: clientIpAddress(c) }
      const done = await deleteUserAccount(db, closing, c.var.caller, about)
      if ('refused' in done) throw refuseUser(done)
      return c.json({ deletedCount: 1 }, 200)
    })
}
