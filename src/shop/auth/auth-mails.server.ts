import { href } from 'react-router'
import type { Db } from '#platform/database/database.server.ts'
import type { MailTemplates } from '#platform/mail/mail-composition.server.ts'
import type { MailDraft, MailSender } from '#platform/mail/mail-draft.server.ts'
import { queueMail } from '#platform/mail/outbox.server.ts'
import { resetPath } from './auth.ts'
import { RESET_LINK_MINUTES } from './auth-texts.ts'
import { VERIFICATION_LINK_HOURS, verifyEmailPath } from './email-verification.ts'
import { decryptToken, encryptToken } from './encrypted-token.server.ts'

type Addressee = { email: string; name: string }

/** Queues the welcome mail for a new user whose e-mail is already verified. */
export function queueWelcomeMail(db: Db, { email, name }: Addressee): Promise<void> {
  return queueMail(db, { template: 'welcome', content: { email, name } })
}

type EmailChange = { step: 'new' } | { step: 'old'; newEmail: string }
type LinkMails = {
  /** It contains no text that its requester could choose. */
  'verify-email': object
  /** Asks the old address, and then the new one, to confirm a change of e-mail. */
  'change-email': EmailChange
  'reset-password': object
}

export async function queueLinkMail<Template extends keyof LinkMails>(
  db: Db,
  secret: string,
  template: Template,
  { token, ...about }: { email: string; token: string } & LinkMails[Template],
): Promise<void> {
  const content = { ...about, encryptedToken: await encryptToken(secret, token) }
  await queueMail(db, { template, content })
}

type LinkMail = { email: string; encryptedToken: string }

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
    'verify-email': async ({ email, encryptedToken }: LinkMail, site: MailSender): Promise<MailDraft> => ({
      to: email,
      toUnverified: true,
      subject: `Welcome to ${site.name}: please confirm your e-mail`,
      heading: 'Please confirm your e-mail',
      paragraphs: [
        `An account at ${site.name} was created with this e-mail address. If this was you, please confirm it to receive mail about your orders and to place larger orders.`,
        `The link works for ${VERIFICATION_LINK_HOURS} hours, in a browser in which you are logged in.`,
      ],
      button: {
        label: 'Confirm e-mail',
        path: verifyEmailPath(await decryptToken(secret, encryptedToken)),
      },
      note: 'If this was not you, ignore this mail: we send no further mail to unconfirmed addresses. To take over the account, reset its password.',
    }),
    'change-email': async (
      { email, encryptedToken, ...change }: LinkMail & EmailChange,
      site: MailSender,
    ): Promise<MailDraft> => ({
      to: email,
      toUnverified: true,
      subject: `Confirm the new e-mail of your ${site.name} account`,
      heading: 'Confirm your new e-mail',
      paragraphs: [
        'newEmail' in change
          ? `A change of your account’s e-mail to ${change.newEmail} was requested. If this was you, please confirm it. We will then send a mail to the new address.`
          : 'This address was entered as the new e-mail of an account. If this was you, please confirm it to complete the change.',
        `The link works for ${VERIFICATION_LINK_HOURS} hours, in a browser in which you are logged in.`,
      ],
      button: {
        label: 'Confirm new e-mail',
        path: verifyEmailPath(await decryptToken(secret, encryptedToken), change.step),
      },
      note:
        'newEmail' in change
          ? 'If this was not you, someone knows your password: please change it. Your e-mail stays the same.'
          : 'If this was not you, ignore this mail.',
    }),
    'reset-password': async ({ email, encryptedToken }: LinkMail, site: MailSender): Promise<MailDraft> => ({
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
