import { z } from '@hono/zod-openapi'
import type { Db } from '#platform/database/database.server.ts'
import { answers, restApi } from '#platform/http/api/rest-api.server.ts'
import { emailInPath } from '#shop/auth/auth-forms.ts'
import { findUser } from '#shop/auth/user-queries.server.ts'
import { userRoute } from './guarded-routes.server.ts'

export type RoleApi = ReturnType<typeof createRoleApi>

/** Serves the admin check. Callers other than admins can only query themselves. */
export function createRoleApi({ db }: { db: Db }) {
  return restApi().openapi(
    userRoute({
      path: '/users/admin/{email}',
      operationId: 'isAdmin',
      summary: 'Check whether a user is an admin',
      request: { params: z.object({ email: emailInPath }) },
      responses: {
        200: answers(
          'Whether the user is an admin',
          z.object({ admin: z.boolean(), secondFactorRequired: z.literal(true).optional() }),
        ),
      },
    }),
    async (c) => {
      const { caller } = c.var
      const { email } = c.req.valid('param')
      if (email === caller.email && caller.lacksSecondFactor) {
        return c.json({ admin: true, secondFactorRequired: true } as const, 200)
      }
      if (email === caller.email) return c.json({ admin: caller.role === 'admin' }, 200)
      if (caller.role !== 'admin') return c.json({ admin: false }, 200)
      return c.json({ admin: (await findUser(db, email))?.role === 'admin' }, 200)
    },
  )
}
