import type { Site } from '#platform/http/site.ts'

/** An attachment, created when the mail is sent: the outbox does not store it. */
export type MailAttachment = { name: string; type: string; bytes: Buffer }

export type MailItem = {
  /** What begins its line in the text part, such as a SKU. */
  label: string
  name: string
  note?: string
  amount?: string
  /** A stored image of the shop; mails of older versions lack it. */
  image?: string | undefined
}

type MailButton = { label: string; path: string }

/** The content of a mail in plain text, from which its HTML and text parts are made, in this order. */
export type MailDraft = {
  to: string
  /** Sent even if the recipient's e-mail address is not verified, for example the verification mail. */
  toUnverified?: true
  /** The Reply-To address, if replies should not go to the shop. */
  replyTo?: string
  subject: string
  heading: string
  /** What happened. Line breaks inside a paragraph are preserved. */
  paragraphs: string[]
  next?: string
  /** Its path is one of the shop, or the URL of another site. */
  button?: MailButton
  secondButton?: MailButton
  items?: MailItem[]
  /** Sums of the items, the total last. */
  sums?: [label: string, amount: string][]
  details?: [label: string, value: string][]
  note?: string
  attachments?: MailAttachment[]
}

/** The shop's name, the public URL for links, and what the owner writes in every mail. */
export type MailSender = Pick<Site, 'name' | 'publicUrl' | 'look' | 'contactEmail' | 'mailTexts'>
