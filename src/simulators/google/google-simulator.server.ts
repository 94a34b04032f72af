import { Hono } from 'hono'
import { createAuthorization } from './authorization.server.ts'
import { demoAccounts } from './demo-accounts.ts'
import { openSigningKey } from './id-token.server.ts'
import type { GoogleSimulatorOptions, Provider } from './provider.server.ts'
import schema from './schema.sql?raw'
import { createTokens } from './tokens.server.ts'

/** A simulated OpenID provider that replaces Google sign-in, with its own accounts. */
export async function createGoogleSimulator(options: GoogleSimulatorOptions): Promise<Hono> {
  const provider: Provider = { accounts: demoAccounts, ...options }
  const { pool, issuer, serverUrl } = provider
  await pool.query(schema)
  const key = await openSigningKey(pool)

  const app = new Hono()
  app.get('/.well-known/openid-configuration', (c) =>
    c.json({
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${serverUrl}/token`,
      userinfo_endpoint: `${serverUrl}/userinfo`,
      jwks_uri: `${serverUrl}/jwks`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
      scopes_supported: ['openid', 'email', 'profile'],
      token_endpoint_auth_methods_supported: ['client_secret_post'],
      code_challenge_methods_supported: ['S256'],
    }),
  )
  app.get('/jwks', (c) => c.json({ keys: [key.publicJwk] }))
  app.route('/', createAuthorization(provider))
  app.route('/', createTokens(provider, key))
  return app
}
