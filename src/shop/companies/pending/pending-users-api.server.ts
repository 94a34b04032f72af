import { z } from '@hono/zod-openapi'
import type { Db } from '#platform/database/database.server.ts'
import { normalEmail } from '#platform/email.ts'
import { emailText } from '#platform/email-text.server.ts'
import { orRefuse } from '#platform/http/api/refusals.server.ts'
import { listQuery, restApi } from '#platform/http/api/rest-api.server.ts'
import type { RateLimits } from '#platform/http/limits/rate-limits.server.ts'
import { adminDelete, adminList } from '#shop/auth/access/admin-list.server.ts'
import { adminJson } from '#shop/auth/access/json-routes.server.ts'
import { emailInPath } from '#shop/auth/auth-forms.ts'
import type { VisitorLimits } from '#shop/auth/visitor-limits.server.ts'
import { pendingForm } from './pending-form.ts'
import {
  addPendingUser,
  invitePendingUser,
  listPendingUsers,
  refusePending,
  removePendingUser,
} from './pending-users.server.ts'

const pendingJson = z
  .object({
    email: z.string(),
    name: z.string(),
    company: z.string().nullable().describe('The name of the company they join'),
    invitedAt: z.string().nullable().describe('When a link was last mailed'),
  })
  .openapi('PendingUser')
export type PendingUser = z.infer<typeof pendingJson>

const addedJson = z.object({ email: z.string() })
const params = z.object({ email: emailInPath })

export function createPendingUsersApi(environment: {
  db: Db
  authSecret: string
  limits: RateLimits
  visitorLimits: VisitorLimits
}) {
  const { db, authSecret: secret, ...limits } = environment
  return restApi({
    listPendingUsers: adminList({
      endpoint: 'GET /pending-users',
      summary: 'List added users who have not proved their e-mail yet',
      query: listQuery,
      answer: 'Pending users, newest first',
      row: pendingJson,
      rows: async (query) =>
        (await listPendingUsers(db, query)).map(({ email, invitedAt, ...user }) => ({
          ...user,
          email: emailText(email),
          invitedAt: invitedAt?.toISOString() ?? null,
        })),
    }),
    addPendingUser: adminJson({
      endpoint: 'POST /pending-users',
      summary: 'Add a user who has not registered yet',
      body: pendingForm,
      answer: 'The user, to be invited',
      json: addedJson,
      refusals: { 409: 'Registered or added already', 422: 'A field breaks its rule' },
      respond: async ({ json, audit }) => orRefuse(await addPendingUser(db, json, audit), refusePending),
    }),
    invitePendingUser: adminJson({
      endpoint: 'POST /pending-users/{email}/invitation',
      summary: 'Mail a link that opens the account; an earlier one works no more',
      params,
      answer: 'The mail is on its way',
      json: addedJson,
      refusals: { 404: 'Not waiting any more', 429: 'A link was mailed there just now' },
      respond: async ({ params: { email }, audit }) =>
        orRefuse(await invitePendingUser({ db, secret, ...limits }, email, audit), refusePending),
    }),
    removePendingUser: adminDelete({
      endpoint: 'DELETE /pending-users/{id}',
      summary: 'Remove a user, by e-mail, who has not proved it',
      missing: 'Not waiting any more',
      remove: (email, audit) => removePendingUser(db, normalEmail(email), audit),
      refuse: () => refusePending({ refused: 'not-pending' }),
    }),
  })
}
