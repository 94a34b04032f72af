import type { Db } from '#platform/database/database.server.ts'
import type {
  MailDraft,
  MailSender,
  MailTemplates,
} from '#platform/mail/mail-composition.server.ts'
import { queueMail } from '#platform/mail/outbox.server.ts'
import { RESET_LINK_MINUTES, resetPath } from './auth.ts'
import {
  VERIFICATION_LINK_HOURS,
  verifyEmailPath,
} from './email-verification/email-verification.ts'
import { openToken, sealToken } from './encrypted-token.server.ts'

type Addressee = { email: string; name: string }

/** Greets a new account whose e-mail is verified already. */
export function queueWelcomeMail(db: Db, { email, name }: Addressee): Promise<void> {
  return queueMail(db, { template: 'welcome', content: { email, name } })
}

/** Sends the link that verifies an e-mail. It carries nothing that its sender could have written. */
export function queueVerificationMail(
  db: Db,
  secret: string,
  { email, token }: { email: string; token: string },
): Promise<void> {
  const content = { email, sealedToken: sealToken(secret, token) }
  return queueMail(db, { template: 'verify-email', content })
}

/** Sends the link that lets its reader set a new password. */
export function queueResetMail(
  db: Db,
  secret: string,
  { email, token }: { email: string; token: string },
): Promise<void> {
  const content = { email, sealedToken: sealToken(secret, token) }
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
      button: { label: 'See all tools', path: '/purchase' },
    }),
    'verify-email': (
      { email, sealedToken }: { email: string; sealedToken: string },
      site: MailSender,
    ): MailDraft => ({
      to: email,
      toUnverified: true,
      subject: `Welcome to ${site.name}: please confirm your e-mail`,
      heading: 'Please confirm your e-mail',
      paragraphs: [
        `Somebody opened an account at ${site.name} with this address. If it was you, confirm it: you then get mail about your orders, and can order more at once.`,
        `The link works for ${VERIFICATION_LINK_HOURS} hours, where you are logged in.`,
      ],
      button: { label: 'Confirm e-mail', path: verifyEmailPath(openToken(secret, sealedToken)) },
      note: 'If it was not you, do nothing: we send no other mail to an address that nobody confirms. Resetting the password makes the account yours.',
    }),
    'reset-password': (
      { email, sealedToken }: { email: string; sealedToken: string },
      site: MailSender,
    ): MailDraft => ({
      to: email,
      toUnverified: true,
      subject: `Reset your ${site.name} password`,
      heading: 'Choose a new password',
      paragraphs: [
        `Somebody asked to reset the password of your account.`,
        `The link works once, for ${RESET_LINK_MINUTES} minutes. Afterwards every device has to log in anew.`,
      ],
      button: { label: 'Reset password', path: resetPath(openToken(secret, sealedToken)) },
      note: 'If it was not you, do nothing: your password stays as it is.',
    }),
  } satisfies MailTemplates
}
