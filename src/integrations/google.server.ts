import type { Hono } from 'hono'
import type { Pool } from 'pg'
import { generatedSecret } from '#platform/generated-secret.server.ts'
import { listeningAddress, type Settings } from '#platform/settings/settings.server.ts'
import type { GoogleClient } from '#shop/auth/google/google-provider.server.ts'
import { createGoogleSimulator } from '#simulators/google/google-simulator.server.ts'

const GOOGLE = 'https://accounts.google.com/.well-known/openid-configuration'

/**
 * Opens Google when the settings contain its keys. Otherwise a demo uses the simulator, mounted at
 * /simulators/google, and a live shop has no Google sign-in.
 */
export async function openGoogle(
  settings: Settings,
  pool: Pool,
  clock: () => Date,
): Promise<{ google?: GoogleClient; simulator?: Hono }> {
  const { GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET, PUBLIC_URL, SHOP_MODE } = settings
  if (GOOGLE_CLIENT_ID && GOOGLE_CLIENT_SECRET) {
    const keys = { clientId: GOOGLE_CLIENT_ID, clientSecret: GOOGLE_CLIENT_SECRET }
    return { google: { discoveryUrl: GOOGLE, ...keys } }
  }
  if (SHOP_MODE === 'live') return {}
  const keys = {
    clientId: 'forgewell-demo',
    clientSecret: generatedSecret(settings.DATA_DIR, 'google-simulator-client-secret'),
  }
  const path = '/simulators/google'
  const serverUrl = `${listeningAddress(settings)}${path}`
  const simulator = await createGoogleSimulator({
    pool,
    clock,
    ...keys,
    serverUrl,
    issuer: `${PUBLIC_URL}${path}`,
    redirectUris: [`${PUBLIC_URL}/api/auth/callback/google`],
  })
  const discoveryUrl = `${serverUrl}/.well-known/openid-configuration`
  return { google: { discoveryUrl, ...keys }, simulator }
}
