import { href } from 'react-router'
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
import { decryptToken, encryptToken } from './encrypted-token.server.ts'

type Addressee = { email: string; name: string }

/** Queues the welcome mail for a new user whose e-mail is already verified. */
export function queueWelcomeMail(db: Db, { email, name }: Addressee): Promise<void> {
  return queueMail(db, { template: 'welcome', content: { email, name } })
}

/**
 * Queues the mail with the verification link. It contains no text that its requester could choose.
 */
export async function queueVerificationMail(
  db: Db,
  secret: string,
  { email, token }: { email: string; token: string },
): Promise<void> {
  const content = { email, encryptedToken: await encryptToken(secret, token) }
  await queueMail(db, { template: 'verify-email', content })
}

type EmailChange = { email: string; token: string } & (
  | { step: 'new' }
  | { step: 'old'; newEmail: string }
)

/**
 * Queues the mail that asks the old address, and then the new one, to confirm a change of e-mail.
 */
export async function queueChangeMail(
  db: Db,
  secret: string,
  { token, ...change }: EmailChange,
): Promise<void> {
  const content = { ...change, encryptedToken: await encryptToken(secret, token) }
  await queueMail(db, { template: 'change-email', content })
}

/** Queues the mail with the link for setting a new password. */
export async function queueResetMail(
  db: Db,
  secret: string,
  { email, token }: { email: string; token: string },
): Promise<void> {
  const content = { email, encryptedToken: await encryptToken(secret, token) }
  await queueMail(db, { template: 'reset-password', content })
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
      button: { label: 'View all tools', path: href('/purchase') },
    }),
    'verify-email': async (
      { email, encryptedToken }: { email: string; encryptedToken: string },
      site: MailSender,
    ): Promise<MailDraft> => ({
      to: email,
      toUnverified: true,
      subject: `Welcome to ${site.name}: please confirm your e-mail`,
      heading: 'Please confirm your e-mail',
      paragraphs: [
        `Somebody opened an account at ${site.name} with this address. If it was you, confirm it: you then get mail about your orders, and can order more at once.`,
        `The link works for ${VERIFICATION_LINK_HOURS} hours, where you are logged in.`,
      ],
      button: {
        label: 'Confirm e-mail',
        path: verifyEmailPath(await decryptToken(secret, encryptedToken)),
      },
      note: 'If it was not you, do nothing: we send no other mail to an address that nobody confirms. Resetting the password makes the account yours.',
    }),
    'change-email': async (
      { email, encryptedToken, ...change }: Omit<EmailChange, 'token'> & { encryptedToken: string },
      site: MailSender,
    ): Promise<MailDraft> => ({
      to: email,
      toUnverified: true,
      subject: `Confirm the new e-mail of your ${site.name} account`,
      heading: 'Confirm your new e-mail',
      paragraphs: [
        'newEmail' in change
          ? `Somebody asked to change the e-mail of your account to ${change.newEmail}. If it was you, confirm it; we then write to the new address.`
          : 'Somebody wants to use this address for an account. If it was you, confirm it, and the change is made.',
        `The link works for ${VERIFICATION_LINK_HOURS} hours, where you are logged in.`,
      ],
      button: {
        label: 'Confirm new e-mail',
        path: verifyEmailPath(await decryptToken(secret, encryptedToken), change.step),
      },
      note:
        'newEmail' in change
          ? 'If it was not you, somebody knows your password: please change it. The e-mail stays as it is.'
          : 'If it was not you, do nothing.',
    }),
    'reset-password': async (
      { email, encryptedToken }: { email: string; encryptedToken: string },
      site: MailSender,
    ): Promise<MailDraft> => ({
      to: email,
      toUnverified: true,
      subject: `Reset your ${site.name} password`,
      heading: 'Choose a new password',
      paragraphs: [
        'A password reset was requested for your account.',
        `The link works once, for ${RESET_LINK_MINUTES} minutes. Changing the password logs out every device.`,
      ],
      button: {
        label: 'Reset password',
        path: resetPath(await decryptToken(secret, encryptedToken)),
      },
      note: 'If this was not you, ignore this mail. Your password stays the same.',
    }),
  } satisfies MailTemplates
}
