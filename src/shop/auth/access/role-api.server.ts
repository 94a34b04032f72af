import { z } from '@hono/zod-openapi'
import type { Db } from '#platform/database/database.server.ts'
import { restApi } from '#platform/http/api/rest-api.server.ts'
import { emailInPath } from '#shop/auth/auth-forms.ts'
import { findUser } from '#shop/auth/user-queries.server.ts'
import { userJson } from './json-routes.server.ts'

/** Serves the admin check. Callers other than admins can only query themselves. */
export function createRoleApi({ db }: { db: Db }) {
  return restApi({
    isAdmin: userJson({
      endpoint: 'GET /users/admin/{email}',
      summary: 'Check whether a user is an admin',
      params: z.object({ email: emailInPath }),
      answer: 'Whether the user is an admin',
      json: z.object({ admin: z.boolean(), secondFactorRequired: z.literal(true).optional() }),
      respond: async ({ params: { email }, caller }) => {
        if (email === caller.email && caller.lacksSecondFactor) {
          return { admin: true, secondFactorRequired: true } as const
        }
        if (email === caller.email) return { admin: caller.role === 'admin' }
        if (caller.role !== 'admin') return { admin: false }
        return { admin: (await findUser(db, email))?.role === 'admin' }
      },
    }),
  })
}
