import { pino } from 'pino'
import { onTestFinished } from 'vitest'
import type { Db } from '#platform/database/database.server.ts'
import type { MailTransport } from '#platform/mail/mail-composition.server.ts'
import { createMailWorker, type MailRenderer } from '#platform/mail/mail-worker.server.ts'
import { queueMail } from '#platform/mail/outbox.server.ts'
import { createSmtpTransport } from '#platform/mail/smtp-mail.server.ts'

const log = pino({ level: 'silent' })

const renderNote: MailRenderer = ({ template, content }) => {
  if (template === 'unknown') throw new Error('Unknown mail template: unknown')
  const { to } = content as { to: string }
  return { to, subject: 'Tools', html: '<p>Tools</p>', text: 'Tools' }
}

export function workerOn(db: Db, transport: MailTransport, renderMail = renderNote) {
  return createMailWorker({ db, log, transport, queueUntilVerified: async () => false, renderMail })
}

/** A transport to an SMTP server, closed after the test. */
export function smtpTo(url: string): MailTransport {
  const transport = createSmtpTransport({ url, from: 'Forgewell <shop@example.com>' })
  onTestFinished(transport.close)
  return transport
}

export const queueTo = (db: Db, to: string) => queueMail(db, { template: 'note', content: { to } })
export const waiting = (db: Db) => db.selectFrom('outgoingMail').selectAll().execute()
