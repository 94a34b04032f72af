import pg from 'pg'
import { createDb } from '#platform/database/database.server.ts'
import { createLog } from '#platform/log.server.ts'
import { AUTH_SECRET } from '#prove/environment/environment.ts'
import { createApp, type Environment } from '#server/app.server.ts'

const webhookPath = '/payments/webhook'

/** Returns the routes of the app, which is made for this with a database that it never asks. */
export async function rawRoutes(): Promise<{ method: string; path: string }[]> {
  const environment: unknown = {
    db: createDb(new pg.Pool()),
    site: { name: 'Forgewell', publicUrl: 'http://shop.test', isDemo: true, offersGoogle: false },
    authSecret: AUTH_SECRET,
    log: createLog('fatal'),
    trustedOrigins: [],
    shippingRules: { carriers: [] },
    providers: new Map([['stripe', { webhookPath, pagePolicy: { trustedTypes: null } }]]),
    orderRules: { perMinute: 1 },
    metrics: { countOrder: () => {} },
  }
  const { routes } = await createApp(environment as Environment)
  return routes
}
