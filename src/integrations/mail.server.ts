import type { Hono } from 'hono'
import type { Pool } from 'pg'
import type { MailTransport } from '#platform/mail/mail-composition.server.ts'
import { createSmtpTransport } from '#platform/mail/smtp-mail.server.ts'
import type { Settings } from '#platform/settings/settings.server.ts'
import { createMailSimulator } from '#simulators/mail/mail-simulator.server.ts'

/** Opens the SMTP server of the settings, otherwise the mail simulator. */
export async function openMail(
  settings: Settings,
  pool: Pool,
  clock: () => Date,
): Promise<{ transport: MailTransport; simulator?: Hono }> {
  const { SMTP_URL, MAIL_FROM } = settings
  if (SMTP_URL && MAIL_FROM) {
    return { transport: createSmtpTransport({ url: SMTP_URL, from: MAIL_FROM }) }
  }
  const { transport, app } = await createMailSimulator({ pool, clock })
  return { transport, simulator: app }
}
