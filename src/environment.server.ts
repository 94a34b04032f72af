import { join } from 'node:path'
import { openAdminSocket } from '#operations/admin-socket.server.ts'
import { createInvariantWatch } from '#operations/invariant-watch.server.ts'
import { createReconciler } from '#operations/reconciler.server.ts'
import { createShopMetrics } from '#operations/shop-metrics.server.ts'
import { openDatabase } from '#platform/database/database.server.ts'
import { migrate } from '#platform/database/migrations.server.ts'
import { generatedSecret } from '#platform/generated-secret.server.ts'
import { renderImage } from '#platform/images/image.server.ts'
import { createDiskImageStore } from '#platform/images/image-store.server.ts'
import { renderImageInWorker } from '#platform/images/image-worker.server.ts'
import { createLog } from '#platform/log.server.ts'
import { createMailWorker } from '#platform/mail/mail-worker.server.ts'
import type { Settings } from '#platform/settings.server.ts'
import type { Environment } from './app.server.ts'
import { openIntegrations } from './integrations/integrations.server.ts'
import { createMailMaker } from './mail-templates.server.ts'
import { ensureLogins, type Login } from './seed/logins.server.ts'
import { seedDemo } from './seed/seed-demo.server.ts'

/** Opens everything outside that the settings name: database, pictures, services of others, logins. */
export async function openEnvironment(settings: Settings): Promise<{
  environment: Environment
  welcome: string
  close: () => Promise<void>
}> {
  const { DATA_DIR, DATABASE_URL, PUBLIC_URL, SHOP_MODE } = settings
  const database = await openDatabase({ databaseUrl: DATABASE_URL, dataDir: DATA_DIR })
  try {
    const { db, pool } = database
    await migrate(db)
    const media = join(DATA_DIR, 'media')
    const images = createDiskImageStore(media, renderImageInWorker)
    const clock = () => new Date()
    const metrics = createShopMetrics(db)
    metrics.watchProcess()
    const outside = await openIntegrations(settings, pool, clock)
    const environment: Environment = {
      db,
      images,
      clock,
      log: createLog(settings.LOG_LEVEL),
      payments: outside.payments,
      metrics,
      openOrderLimit: settings.OPEN_ORDER_LIMIT,
      authSecret: settings.AUTH_SECRET ?? generatedSecret(DATA_DIR, 'auth-secret'),
      site: {
        name: settings.SHOP_NAME,
        publicUrl: PUBLIC_URL,
        isDemo: SHOP_MODE === 'demo',
        offersGoogle: outside.google !== undefined,
      },
      trustedOrigins: SHOP_MODE === 'demo' ? [`http://127.0.0.1:${settings.PORT}`] : [],
      ...(settings.TRUSTED_PROXY && { trustedProxy: settings.TRUSTED_PROXY }),
      simulators: outside.simulators,
      ...(outside.google && { google: outside.google }),
    }
    const logins = await ensureLogins(environment, settings)
    if (SHOP_MODE === 'demo') {
      // The seed's own pictures are small and trusted: no process for each.
      await seedDemo(db, createDiskImageStore(media, renderImage))
    }
    const door = DATABASE_URL ? undefined : await openAdminSocket(DATA_DIR, environment)
    const makeMail = createMailMaker({ ...environment, contactEmail: settings.CONTACT_EMAIL })
    const mails = createMailWorker({ ...environment, transport: outside.mail, makeMail })
    const reconciler = createReconciler({
      ...environment,
      countOrder: metrics.countOrder,
      orderHoldHours: settings.ORDER_HOLD_HOURS,
    })
    const workers = [mails, reconciler, createInvariantWatch(environment)]
    for (const worker of workers) worker.start()
    const close = async () => {
      await door?.close()
      await Promise.all(workers.map((worker) => worker.stop()))
      await outside.stop()
      await database.close()
    }
    return { environment, welcome: welcomeText(settings, database.description, logins), close }
  } catch (error) {
    await database.close()
    throw error
  }
}

function welcomeText(settings: Settings, database: string, logins: Login[]): string {
  const lines = [
    `${settings.SHOP_NAME} is running at ${settings.PUBLIC_URL}`,
    `Database: ${database}`,
    ...logins.map(({ who, email, password }) => `Log in as ${who}: ${email}  ${password}`),
  ]
  if (settings.SHOP_MODE === 'demo') {
    lines.push('This is a demo with simulated card payments. Pay with card 4242 4242 4242 4242.')
    if (!settings.SMTP_URL)
      lines.push(`Mail is delivered to ${settings.PUBLIC_URL}/simulators/mail`)
  }
  return `\n${lines.map((line) => `  ${line}`).join('\n')}\n`
}
