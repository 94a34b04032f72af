import { createRoute, z } from '@hono/zod-openapi'
import type { Db } from '#platform/database/database.server.ts'
import { normalEmail } from '#platform/email.ts'
import { answers, body, refuses, restApi } from '#platform/http/rest-api.server.ts'
import type { AccessTokens } from '#shop/auth/access/access-token.server.ts'
import {
  type CallerVariables,
  forCallers,
  notSignedIn,
  requireCaller,
} from '#shop/auth/access/caller.server.ts'
import type { Auth } from '#shop/auth/auth.server.ts'
import { emailInPath, profileForm, tokenRequest } from '#shop/auth/sign-in/auth-forms.ts'
import { findAccount, updateProfile } from '#shop/auth/user-queries.server.ts'
import { noSuchUser, toUser, user } from './user-json.server.ts'

const params = z.object({ email: emailInPath })

const getUser = createRoute({
  method: 'get',
  path: '/users/{email}',
  operationId: 'getUser',
  summary: 'Read a profile',
  middleware: forCallers,
  request: { params },
  responses: {
    200: answers('The profile', user),
    401: refuses('Not signed in'),
    404: refuses('No such user'),
  },
})

/** The session's cookie proves who asks for a token, the token who edits the profile. */
const eitherProof: Record<string, string[]>[] = [{ accessToken: [] }, { session: [] }]

const putUser = createRoute({
  method: 'put',
  path: '/users/{email}',
  operationId: 'putUser',
  summary: 'Get an access token, or update the profile',
  description:
    'Two shapes: `{ email }` exchanges the session cookie for an access token; profile fields update the profile.',
  security: eitherProof,
  request: { params, body: body(z.union([tokenRequest, profileForm])) },
  responses: {
    200: answers(
      'A token, or the updated profile',
      z.union([z.object({ token: z.string() }), user]),
    ),
    401: refuses('No proof from the sign-in step'),
    404: refuses('Not your account'),
  },
})

export type UsersApi = ReturnType<typeof createUsersApi>

/** Profiles and access tokens. */
export function createUsersApi(environment: { db: Db; identity: Auth; tokens: AccessTokens }) {
  const { db, identity, tokens } = environment
  return restApi<CallerVariables>()
    .openapi(getUser, async (c) => {
      const caller = requireCaller(c)
      const { email } = c.req.valid('param')
      const maySee = email === caller.email || caller.role === 'admin'
      const account = maySee ? await findAccount(db, email) : undefined
      if (!account) throw noSuchUser()
      return c.json(toUser(account), 200)
    })
    .openapi(putUser, async (c) => {
      const { email } = c.req.valid('param')
      const wanted = c.req.valid('json')
      if ('email' in wanted) {
        const signedIn = await identity.api.getSession({ headers: c.req.raw.headers })
        const proven = signedIn?.user.email
        if (!signedIn || proven !== email || proven !== normalEmail(wanted.email)) {
          throw notSignedIn()
        }
        const claims = { accountId: signedIn.user.id, sessionId: signedIn.session.id }
        return c.json({ token: await tokens.issue(claims) }, 200)
      }
      const caller = requireCaller(c)
      if (email !== caller.email) throw noSuchUser()
      const account = await updateProfile(db, caller, wanted)
      if (!account) throw noSuchUser()
      return c.json(toUser(account), 200)
    })
}
