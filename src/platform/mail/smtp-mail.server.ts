import { createTransport, type NodemailerError } from 'nodemailer'
import type { MailTransport } from './mail-transport.server.ts'

const CONNECT_LIMIT_MS = 15_000
const SILENCE_LIMIT_MS = 30_000

/**
 * Sends mails through the SMTP server at `url`, from `from`. A password never travels in the open,
 * and a mail that the server refuses for good, by its recipient or content, is not tried again.
 */
export function createSmtpTransport(settings: { url: string; from: string }): MailTransport {
  const { from } = settings
  const url = new URL(settings.url)
  const mailer = createTransport({
    url: settings.url,
    pool: true,
    maxConnections: 3,
    requireTLS: url.protocol === 'smtp:' && url.username !== '',
    connectionTimeout: CONNECT_LIMIT_MS,
    greetingTimeout: CONNECT_LIMIT_MS,
    socketTimeout: SILENCE_LIMIT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const domain = /@([^\s>]+)/.exec(from)?.[1] ?? 'localhost'
  return {
    send: async (id, { to, replyTo, toUnverified: _, ...mail }, signal) => {
      try {
        await mailer.sendMail({
          ...mail,
          from,
          // As objects, so that nothing in an address is read as a second one.
          to: { name: '', address: to },
          ...(replyTo && { replyTo: { name: '', address: replyTo } }),
          messageId: `<${id}@${domain}>`,
          signal,
        })
        return 'taken'
      } catch (error) {
        const refused = refusal(error)
        if (refused === null) throw error
        return { refused }
      }
    },
    close: () => mailer.close({ force: true }),
  }
}

// A refused login or sender is a fault of the settings, which somebody will mend: not a refusal.
function refusal(error: unknown): string | null {
  const { permanent, command, message }: Partial<NodemailerError> = Object(error)
  return permanent && (command === 'RCPT TO' || command === 'DATA') ? String(message) : null
}
