import type { MailDraft, MailTemplates } from '#platform/mail/mail-composition.server.ts'
import type { ContactMessage } from './contact-messages.server.ts'

/** Returns the mail that forwards a contact message to `contactEmail`. */
export function contactMails(contactEmail: string) {
  return {
    'contact-message': ({ name, email, message, product }: ContactMessage): MailDraft => ({
      to: contactEmail,
      replyTo: email,
      subject: `Message from ${name}`,
      heading: `${name} wrote to the shop`,
      paragraphs: [message],
      facts: [['From', email], ...(product ? [['About', product] as [string, string]] : [])],
      note: 'A visitor of the shop wrote the message above. Reply to this mail to answer them.',
    }),
  } satisfies MailTemplates
}
