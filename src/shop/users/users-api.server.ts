import { z } from '@hono/zod-openapi'
import type { Auth } from 'better-auth'
import type { Db } from '#platform/database/database.server.ts'
import { normalEmail } from '#platform/email.ts'
import { answers, body, refuses, restApi } from '#platform/http/api/rest-api.server.ts'
import type { AccessTokens } from '#shop/auth/access/access-token.server.ts'
import { tokenOrSessionRoute } from '#shop/auth/access/guarded-routes.server.ts'
import { userJson as forUsers } from '#shop/auth/access/json-routes.server.ts'
import { emailInPath, profileForm, tokenRequest } from '#shop/auth/auth-forms.ts'
import { refuseAuth } from '#shop/auth/auth-refusals.server.ts'
import { findUser, updateProfile } from '#shop/auth/user-queries.server.ts'
import { companyJson } from '#shop/companies/company-json.server.ts'
import { findCompanyOf } from '#shop/companies/company-queries.server.ts'
import { toUserJson, userJson } from './user-json.server.ts'
import { refuseUser } from './user-refusals.server.ts'

const params = z.object({ email: emailInPath })

export function createUsersApi(environment: { db: Db; auth: Auth; tokens: AccessTokens }) {
  const { db, auth, tokens } = environment
  return restApi({
    getUser: forUsers({
      endpoint: 'GET /users/{email}',
      summary: 'Read a profile',
      params,
      json: userJson,
      refusals: { 404: 'No such user' },
      respond: async ({ params: { email }, caller }) => {
        const maySee = email === caller.email || caller.role === 'admin'
        const account = maySee ? await findUser(db, email) : undefined
        if (!account) throw refuseUser({ refused: 'no-such-user' })
        const company = await findCompanyOf(db, account.id)
        const companyAddresses = company && companyJson.shape.addresses.parse(company.addresses)
        return { ...toUserJson(account), companyAddresses }
      },
    }),
    putUser: tokenOrSessionRoute({
      endpoint: 'PUT /users/{email}',
      summary: 'Get an access token, or update the profile',
      description:
        'Either `{ email }`, which exchanges the session cookie for an access token, or profile fields, which update the profile.',
      request: { params, body: body(z.union([tokenRequest, profileForm])) },
      responses: {
        200: answers('A token, or the updated profile', z.union([z.object({ token: z.string() }), userJson])),
        401: refuses('No session cookie for this e-mail'),
        404: refuses('Not your account'),
      },
      // The session cookie authorizes a token request, the token a profile edit.
      respond: async (c) => {
        const { email } = c.req.valid('param')
        const request = c.req.valid('json')
        if ('email' in request) {
          const signedIn = await auth.api.getSession({ headers: c.req.raw.headers })
          const sessionEmail = signedIn?.user.email
          if (!signedIn || sessionEmail !== email || sessionEmail !== normalEmail(request.email)) {
            throw refuseAuth({ refused: 'not-signed-in' })
          }
          const claims = { accountId: signedIn.user.id, sessionId: signedIn.session.id }
          return c.json({ token: await tokens.issue(claims) }, 200)
        }
        const { caller } = c.var
        if (!caller) throw refuseAuth({ refused: 'not-signed-in' })
        if (email !== caller.email) throw refuseUser({ refused: 'no-such-user' })
        const account = await updateProfile(db, caller, request)
        if (!account) throw refuseUser({ refused: 'no-such-user' })
        return c.json(toUserJson(account), 200)
      },
    }),
  })
}
