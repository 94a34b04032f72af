import { setTimeout } from 'node:timers/promises'
import type { BetterAuthPlugin } from 'better-auth'
import { createAuthMiddleware } from 'better-auth/api'
import { genericOAuth } from 'better-auth/plugins'
import { decodeJwt } from 'jose'
import { firstCharacters, removeControlCharacters } from '#platform/text.ts'

/** The OpenID provider's discovery URL and the shop's credentials there. */
export type GoogleClient = { discoveryUrl: string; clientId: string; clientSecret: string }

const DISCOVERY_LIMIT_MS = 10_000
const LONGEST_NAME = 100

/**
 * Google as a provider of better-auth: OpenID Connect with PKCE, state and nonce. The discovery
 * document is fetched on first use and retried until that succeeds: better-auth would fetch it once
 * at startup and block every page while Google does not respond.
 */
export function googleProvider(google: GoogleClient): BetterAuthPlugin {
  const openIdConnect = genericOAuth({
    config: [
      {
        providerId: 'google',
        ...google,
        scopes: ['openid', 'email', 'profile'],
        prompt: 'select_account',
        requireIdTokenVerification: true,
        // The ID token identifies the user; its signature and nonce have been verified.
        getUserInfo: async ({ idToken }) => (idToken ? readIdToken(idToken) : null),
        // No image: the shop shows only its own images (product 10.26).
        mapProfileToUser: ({ name, email }) => ({ name: shownName(name, email), image: undefined }),
      },
    ],
  })

  type Providers = Awaited<ReturnType<typeof openIdConnect.init>>['context']['socialProviders']
  let discovery: Promise<Providers> | undefined
  const discover = async (context: Parameters<typeof openIdConnect.init>[0]) => {
    const limit = setTimeout(DISCOVERY_LIMIT_MS, null, { ref: false })
    const result = await Promise.race([openIdConnect.init(context), limit])
    if (!result?.context.socialProviders.length) discovery = undefined
    return result?.context.socialProviders ?? []
  }
  return {
    id: 'google-provider',
    hooks: {
      before: [
        {
          matcher: ({ path }) => path === '/sign-in/social' || path === '/callback/:id',
          handler: createAuthMiddleware(async ({ context }) => {
            discovery ??= discover(context)
            return { context: { context: { socialProviders: await discovery } } }
          }),
        },
      ],
    },
  }
}

function readIdToken(idToken: string) {
  const { sub, email, email_verified, name } = decodeJwt(idToken)
  return {
    sub,
    emailVerified: email_verified === true,
    ...(typeof email === 'string' && { email }),
    ...(typeof name === 'string' && { name }),
  }
}

function shownName(name: string | undefined, email: string | null | undefined): string {
  const line = removeControlCharacters(name ?? '').trim()
  return firstCharacters(line || (email?.split('@')[0] ?? ''), LONGEST_NAME)
}
