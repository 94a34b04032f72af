import { createRoute, z } from '@hono/zod-openapi'
import type { Db } from '#platform/database/database.server.ts'
import { HttpRefusal } from '#platform/http/http-errors.ts'
import type { ClientAddress } from '#platform/http/ip-address.server.ts'
import { streamJsonArray } from '#platform/http/json-stream.server.ts'
import { answers, listQuery, refuses, restApi } from '#platform/http/rest-api.server.ts'
import { type CallerVariables, forAdmins, requireAdmin } from '#shop/auth/access/caller.server.ts'
import { emailInPath } from '#shop/auth/sign-in/auth-forms.ts'
import {
  type ClosingRefusal,
  deleteUserAccount,
  type UserDeletionHooks,
} from '#shop/users/delete-user.server.ts'
import { noSuchUser, toUser, user } from '#shop/users/user-json.server.ts'
import { demoteAccount } from './demote-user.server.ts'
import { promoteAccount } from './promote-user.server.ts'
import { countUsers, listUsers, listUsersAfter } from './user-list.server.ts'

const params = z.object({ email: emailInPath })
const search = z
  .string()
  .max(254)
  .default('')
  .openapi({ description: 'Beginnings of words of the name or the e-mail' })

const getUsers = createRoute({
  method: 'get',
  path: '/users',
  operationId: 'listUsers',
  summary: 'List users',
  middleware: forAdmins,
  request: { query: listQuery.extend({ search }) },
  responses: { 200: answers('Users, newest first', z.array(user)), 403: refuses('No admin') },
})

const getUsersCount = createRoute({
  method: 'get',
  path: '/usersCount',
  operationId: 'countUsers',
  summary: 'Count users',
  middleware: forAdmins,
  request: { query: z.object({ search }) },
  responses: {
    200: answers('How many users there are', z.object({ count: z.number() })),
    403: refuses('No admin'),
  },
})

const putAdmin = createRoute({
  method: 'put',
  path: '/users/admin/{email}',
  operationId: 'makeAdmin',
  summary: 'Make a user an admin',
  middleware: forAdmins,
  request: { params },
  responses: {
    200: answers('The user, an admin now', user),
    403: refuses('No admin'),
    404: refuses('No such user'),
  },
})

const deleteAdmin = createRoute({
  method: 'delete',
  path: '/users/admin/{email}',
  operationId: 'dismissAdmin',
  summary: 'Make an admin a buyer again',
  middleware: forAdmins,
  request: { params },
  responses: {
    200: answers('The user, no admin any more', user),
    403: refuses('No admin'),
    404: refuses('No such user'),
    409: refuses('The last admin'),
  },
})

const deleteUser = createRoute({
  method: 'delete',
  path: '/users/{email}',
  operationId: 'deleteUser',
  summary: 'Delete a user',
  middleware: forAdmins,
  request: { params },
  responses: {
    200: answers('Deleted', z.object({ deletedCount: z.number() })),
    403: refuses('No admin'),
    404: refuses('No such user'),
    409: refuses('The last admin'),
  },
})

const STREAM_PAGE = 1000

export type ManageUsersApi = ReturnType<typeof createManageUsersApi>

/** What admins do with users: find, promote and delete them. */
export function createManageUsersApi(environment: {
  db: Db
  closing: UserDeletionHooks
  clientAddress: ClientAddress
}) {
  const { db, closing, clientAddress } = environment
  return restApi<CallerVariables>()
    .openapi(getUsers, async (c) => {
      requireAdmin(c)
      const { search, size, page } = c.req.valid('query')
      if (size !== undefined) {
        return c.json((await listUsers(db, { search, size, page })).map(toUser), 200)
      }
      const nextPage = async (after: string | null) =>
        (await listUsersAfter(db, { search, after, size: STREAM_PAGE })).map(toUser)
      return (await streamJsonArray(nextPage)) as never
    })
    .openapi(getUsersCount, async (c) => {
      requireAdmin(c)
      return c.json({ count: await countUsers(db, c.req.valid('query').search) }, 200)
    })
    .openapi(putAdmin, async (c) => {
      const by = { actor: requireAdmin(c), address: clientAddress(c) }
      const promoted = await promoteAccount(db, c.req.valid('param').email, by)
      if (!promoted) throw noSuchUser()
      return c.json(toUser(promoted), 200)
    })
    .openapi(deleteAdmin, async (c) => {
      const about = { ...c.req.valid('param'), address: clientAddress(c) }
      const done = await demoteAccount(db, requireAdmin(c), about)
      if ('refused' in done) throw refuseClosing(done, 'The last admin must stay one.')
      return c.json(toUser(done), 200)
    })
    .openapi(deleteUser, async (c) => {
      const about = { ...c.req.valid('param'), address: clientAddress(c) }
      const done = await deleteUserAccount(db, closing, requireAdmin(c), about)
      if ('refused' in done) throw refuseClosing(done, 'The last admin can’t be deleted.')
      return c.json({ deletedCount: 1 }, 200)
    })
}

function refuseClosing({ refused }: ClosingRefusal, lastAdminText: string): HttpRefusal {
  if (refused === 'no-such-user') return noSuchUser()
  if (refused === 'last-admin') {
    return new HttpRefusal(409, refused, lastAdminText)
  }
  return new HttpRefusal(403, refused, 'Only an admin may do this.')
}
