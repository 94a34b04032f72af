import { href } from 'react-router'
import { withQuery } from '#platform/http/query.ts'
import type { MailTemplates } from '#platform/mail/mail-composition.server.ts'
import type { MailDraft, MailSender } from '#platform/mail/mail-draft.server.ts'
import { userText } from '#platform/text.ts'
import { decryptToken } from '#shop/auth/encrypted-token.server.ts'
import { INVITATION_DAYS } from './pending-form.ts'

type Invitation = { email: string; name: string; encryptedToken: string }

/** The mail that invites a customer to open an account. */
export function invitationMails(secret: string) {
  return {
    invitation: async (
      { email, name, encryptedToken }: Invitation,
      site: MailSender,
    ): Promise<MailDraft> => ({
      to: email,
      // Its link proves the mailbox.
      toUnverified: true,
      subject: `Your login at ${site.name}`,
      heading: `Your login at ${site.name}`,
      paragraphs: [
        `${userText(name)}, we have prepared an account for you. Choose a password, then you can order at once.`,
        `The link works once, for ${INVITATION_DAYS} days.`,
      ],
      button: {
        label: 'Open your account',
        path: withQuery(href('/register'), {
          email,
          invitation: await decryptToken(secret, encryptedToken),
        }),
      },
      note: `If an account with this address exists already, log in and confirm your e-mail, or choose a new password. If you did not expect this mail, ignore it.`,
    }),
  } satisfies MailTemplates
}
