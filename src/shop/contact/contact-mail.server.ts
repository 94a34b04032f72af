import type { MailDraft, MailTemplates } from '#platform/mail/mail-composition.server.ts'
import type { ContactMessage } from './contact-messages.server.ts'

/** Returns the mail that forwards a contact message to `contactEmail`. */
export function contactMails(contactEmail: string) {
  return {
    'contact-message': ({ name, email, message, product }: ContactMessage): MailDraft => ({
      to: contactEmail,
      replyTo: email,
      subject: `Message from ${name}`,
      heading: `${name} sent a message`,
      paragraphs: [message],
      details: [['From', email], ...(product ? [['About', product] as [string, string]] : [])],
      note: 'The message above was sent with the contact form. Reply to this mail to answer its sender.',
    }),
  } satisfies MailTemplates
}
