import type { Site } from '#platform/http/site.ts'

/** An attachment, created when the mail is sent: the outbox does not store it. */
export type MailAttachment = { name: string; type: string; bytes: Buffer }

/** The content of a mail in plain text, from which its HTML and text parts are made. */
export type MailDraft = {
  to: string
  /** Sent even if the recipient's e-mail address is not verified, for example the verification mail. */
  toUnverified?: true
  /** The Reply-To address, if replies should not go to the shop. */
  replyTo?: string
  subject: string
  heading: string
  /** Line breaks inside a paragraph are preserved. */
  paragraphs: string[]
  details?: [label: string, value: string][]
  button?: { label: string; path: string }
  /** Small print. */
  note?: string
  attachments?: MailAttachment[]
}

/** The shop's name, the public URL for links, and what the owner writes in every mail. */
export type MailSender = Pick<Site, 'name' | 'publicUrl' | 'look' | 'contactEmail' | 'mailTexts'>
