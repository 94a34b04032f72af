import type { Db } from '#platform/database/database.server.ts'
import type {
  MailDraft,
  MailSender,
  MailTemplates,
} from '#platform/mail/mail-composition.server.ts'
import { queueMail } from '#platform/mail/outbox.server.ts'
import { RESET_LINK_MINUTES, resetPath } from './auth.ts'
import { openToken, sealToken } from './encrypted-token.server.ts'

type Addressee = { email: string; name: string }

/** Greets a new account. */
export function queueWelcomeMail(db: Db, { email, name }: Addressee): Promise<void> {
  return queueMail(db, { template: 'welcome', content: { email, name } })
}

/** Sends the link that lets its reader set a new password. */
export function queueResetMail(
  db: Db,
  secret: string,
  { email, name, token }: Addressee & { token: string },
): Promise<void> {
  const content = { email, name, sealedToken: sealToken(secret, token) }
  return queueMail(db, { template: 'reset-password', content })
}

export function accountMails(secret: string) {
  return {
    welcome: ({ email, name }: Addressee, site: MailSender): MailDraft => ({
      to: email,
      subject: `Welcome to ${site.name}`,
      heading: `Welcome, ${name}`,
      paragraphs: [
        'Your account is ready. Order tools in bulk, pay by card, and follow each order from your dashboard.',
      ],
      button: { label: 'View all tools', path: '/purchase' },
      note: 'This address was used to register. If that was not you, reset the password to take over the account.',
    }),
    'reset-password': (
      { email, name, sealedToken }: Addressee & { sealedToken: string },
      site: MailSender,
    ): MailDraft => ({
      to: email,
      subject: `Reset your ${site.name} password`,
      heading: 'Choose a new password',
      paragraphs: [
        `Hello ${name}, a password reset was requested for your account.`,
        `The link works once, for ${RESET_LINK_MINUTES} minutes. Changing the password logs out every device.`,
      ],
      button: { label: 'Reset password', path: resetPath(openToken(secret, sealedToken)) },
      note: 'If this was not you, ignore this mail. Your password stays the same.',
    }),
  } satisfies MailTemplates
}
