import { createTransport, type NodemailerError } from 'nodemailer'
import type { MailTransport } from './mail-composition.server.ts'

const CONNECT_TIMEOUT_MS = 15_000
const IDLE_TIMEOUT_MS = 30_000
const CHECK_TIMEOUT_MS = 5_000

/**
 * Creates a transport that sends mails through the SMTP server at `url`. Passwords require TLS. A
 * mail whose recipient or content the server rejects permanently is refused.
 */
export function createSmtpTransport(settings: { url: string; from: string }): MailTransport {
  const { from } = settings
  const mailer = createTransport({
    ...connectionOf(settings.url),
    pool: true,
    maxConnections: 3,
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: IDLE_TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const domain = /@([^\s>]+)/.exec(from)?.[1] ?? 'localhost'
  return {
    send: async (id, { to, replyTo, toUnverified: _, attachments = [], ...mail }, signal) => {
      try {
        await mailer.sendMail({
          ...mail,
          from,
          // As objects, so that an address is not parsed as several.
          to: { name: '', address: to },
          ...(replyTo && { replyTo: { name: '', address: replyTo } }),
          attachments: attachments.map(({ name, type, bytes }) => ({
            filename: name,
            contentType: type,
            content: bytes,
          })),
          messageId: `<${id}@${domain}>`,
          signal,
        })
        return 'accepted'
      } catch (error) {
        const refused = refusal(error)
        if (refused === null) throw error
        return { refused }
      }
    },
    close: () => mailer.close({ force: true }),
  }
}

/** Connects to the SMTP server at `url` and logs in, without sending anything. Throws when that fails. */
export async function checkSmtpServer(url: string): Promise<void> {
  const mailer = createTransport({
    ...connectionOf(url),
    connectionTimeout: CHECK_TIMEOUT_MS,
    greetingTimeout: CHECK_TIMEOUT_MS,
    socketTimeout: CHECK_TIMEOUT_MS,
  })
  await mailer.verify().finally(() => mailer.close())
}

/** Passwords require TLS, unless the URL says otherwise. */
function connectionOf(url: string) {
  const { protocol, username } = new URL(url)
  return { url, requireTLS: protocol === 'smtp:' && username !== '' }
}

// A rejected login or sender is a configuration error that can be fixed, so it is retried.
function refusal(error: unknown): string | null {
  const { permanent, command, message }: Partial<NodemailerError> = Object(error)
  return permanent && (command === 'RCPT TO' || command === 'DATA') ? String(message) : null
}
