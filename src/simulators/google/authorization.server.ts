import { type Context, Hono } from 'hono'
import { z } from 'zod'
import { hashSource } from '#platform/http/content-security-policy.server.ts'
import { accountsHtml, pageStyles, refusalHtml } from './account-chooser.server.ts'
import { issueCode } from './codes.server.ts'
import { claimsOf } from './demo-accounts.ts'
import type { Provider } from './provider.server.ts'

const destination = z.object({ client_id: z.string(), redirect_uri: z.string() })

const authorizationRequest = destination.extend({
  response_type: z.literal('code'),
  scope: z.string().regex(/\bopenid\b/),
  state: z.string(),
  nonce: z.string().optional(),
  code_challenge: z.string().regex(/^[\w-]{43}$/),
  code_challenge_method: z.literal('S256'),
})

/** The browser's routes: `GET /authorize` shows the account chooser, `POST` redirects back with a code. */
export function createAuthorization(provider: Provider): Hono {
  const { pool, clock, issuer, clientId, redirectUris, accounts } = provider
  // Browsers apply form-action to the redirect after a form too.
  const redirectOrigins = redirectUris.map((uri) => new URL(uri).origin).join(' ')
  const policy = `default-src 'none'; style-src ${hashSource(pageStyles)}; form-action 'self' ${redirectOrigins}; frame-ancestors 'none'; base-uri 'none'`
  const app = new Hono()
  app.use(async (c, next) => {
    c.header('Cache-Control', 'no-store')
    c.header('Content-Security-Policy', policy)
    await next()
  })

  app.get('/', (c) => {
    if (c.req.header('Accept')?.includes('application/json')) {
      return c.json({ accounts: accounts.map(claimsOf) })
    }
    return c.html(accountsHtml(accounts))
  })

  const readRequest = (c: Context) => {
    const query = c.req.query()
    // An unknown client or redirect URI must not be redirected to (RFC 6749, section 4.1.2.1).
    const known = destination.safeParse(query)
    if (!known.success || known.data.client_id !== clientId) return { refused: 'client' } as const
    const { redirect_uri } = known.data
    if (!redirectUris.includes(redirect_uri)) return { refused: 'redirect_uri' } as const
    const redirectUrl = (more: Record<string, string>) => {
      const url = new URL(redirect_uri)
      const { state = '' } = query
      for (const [name, value] of Object.entries({ ...more, state, iss: issuer })) {
        url.searchParams.set(name, value)
      }
      return url.href
    }
    return { request: authorizationRequest.safeParse(query).data, redirectUrl }
  }

  app.get('/authorize', (c) => {
    const { refused, request, redirectUrl } = readRequest(c)
    if (refused) return c.html(refusalHtml(refused), 400)
    if (!request) return c.redirect(redirectUrl({ error: 'invalid_request' }))
    return c.html(accountsHtml(accounts, { cancelUrl: redirectUrl({ error: 'access_denied' }) }))
  })

  app.post('/authorize', async (c) => {
    const { refused, request, redirectUrl } = readRequest(c)
    if (refused) return c.html(refusalHtml(refused), 400)
    const { sub } = await c.req.parseBody()
    const account = accounts.find((account) => account.sub === sub)
    if (!request || !account) return c.redirect(redirectUrl({ error: 'invalid_request' }), 303)
    const code = await issueCode(pool, clock(), {
      sub: account.sub,
      clientId: request.client_id,
      redirectUri: request.redirect_uri,
      codeChallenge: request.code_challenge,
      nonce: request.nonce,
    })
    return c.redirect(redirectUrl({ code }), 303)
  })
  return app
}
