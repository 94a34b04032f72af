import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { Pool } from 'pg'
import type { Log } from '#platform/log.server.ts'
import type { MailTransport } from '#platform/mail/mail-composition.server.ts'
import { createSmtpTransport } from '#platform/mail/smtp-mail.server.ts'
import type { Settings } from '#platform/settings/settings.server.ts'
import type { GoogleClient } from '#shop/auth/google/google-provider.server.ts'
import type { CardProviders } from '#shop/payments/provider/card-providers.server.ts'
import { createMailSimulator } from '#simulators/mail/mail-simulator.server.ts'
import { openCardPayments } from './card-payments.server.ts'
import { openGoogle } from './google.server.ts'
import { guardSimulators } from './simulator-access.server.ts'

/** The external services, each real or simulated. */
export type Integrations = {
  providers: CardProviders
  mail: MailTransport
  /** Absent when the shop has no Google sign-in. */
  google?: GoogleClient
  /** The routes below /simulators; none when all services are real. */
  simulators: Hono
  stop: () => Promise<void>
}

const MAX_BODY_BYTES = 64 * 1024
const tooLarge = (c: Context) => c.text('The body is larger than 64 KB.', 413)

/**
 * Opens each service: the real one when the settings name it, otherwise its simulator. `demoKey` makes
 * it the simulators of a public demo.
 */
export async function openIntegrations(
  settings: Settings,
  pool: Pool,
  clock: () => Date,
  log: Log,
  demoKey?: string,
): Promise<Integrations> {
  const cards = await openCardPayments(settings, pool, clock, log)
  const google = await openGoogle(settings, pool, clock)
  const mail = await openMail(settings, pool, clock)
  const simulators = new Hono()
  // Hono itself would print errors that are not JSON into the log.
  simulators.onError((error, c) => {
    log.error(error, c.req.path)
    return c.text('The simulator failed.', 500)
  })
  simulators.use(bodyLimit({ maxSize: MAX_BODY_BYTES, onError: tooLarge }))
  simulators.use(guardSimulators({ trustedProxy: settings.TRUSTED_PROXY, demoKey }))
  if (cards.simulator) simulators.route('/stripe', cards.simulator)
  if (google.simulator) simulators.route('/google', google.simulator)
  if (mail.simulator) simulators.route('/mail', mail.simulator)
  return {
    providers: cards.providers,
    mail: mail.transport,
    google: google.google,
    simulators,
    stop: async () => {
      mail.transport.close()
      await cards.stop()
    },
  }
}

async function openMail(settings: Settings, pool: Pool, clock: () => Date) {
  const { SMTP_URL, MAIL_FROM } = settings
  if (SMTP_URL && MAIL_FROM) {
    return { transport: createSmtpTransport({ url: SMTP_URL, from: MAIL_FROM }) }
  }
  const { transport, app } = await createMailSimulator({ pool, clock })
  return { transport, simulator: app }
}
