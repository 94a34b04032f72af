import type { MailTemplates } from '#platform/mail/mail-composition.server.ts'
import type { MailDraft } from '#platform/mail/mail-draft.server.ts'
import type { ContactMessage } from './contact-messages.server.ts'

type MessageAnswer = Pick<ContactMessage, 'name' | 'email' | 'message'> & {
  product: string | null
  answer: string
}

/** Returns the mail that forwards a contact message to the contact e-mail of that moment, and the one that answers it. */
export function contactMails(contactEmail: () => string) {
  return {
    'contact-message': ({ name, email, message, product }: ContactMessage): MailDraft => ({
      to: contactEmail(),
      replyTo: email,
      subject: `Message from ${name}`,
      heading: `${name} sent a message`,
      paragraphs: [message],
      details: [['From', email], ...(product ? [['About', product] as [string, string]] : [])],
      note: 'The message above was sent with the contact form. Reply to this mail to answer its sender.',
    }),
    'contact-digest': ({ messages }: { messages: number }): MailDraft => ({
      to: contactEmail(),
      subject: `${messages.toLocaleString('en-US')} messages in a day`,
      heading: 'Many messages',
      paragraphs: [
        `The contact form has received ${messages.toLocaleString('en-US')} messages in a day. Further ones are not mailed one by one: read them under Messages in the dashboard.`,
      ],
      note: 'While that goes on, this mail comes at most once an hour.',
    }),
    'contact-answer': ({ name, email, message, product, answer }: MessageAnswer): MailDraft => ({
      to: email,
      // A person wrote it, one for each message. Held back, it would be lost to a sender whose e-mail
      // another person has registered (product 10.29).
      toUnverified: true,
      replyTo: contactEmail(),
      subject: `Re: ${product ?? 'Your message'}`,
      heading: 'Our answer to your message',
      paragraphs: [`Hello ${name},`, answer, `You wrote:\n${message}`],
      note: 'Reply to this mail to write to us again.',
    }),
  } satisfies MailTemplates
}
