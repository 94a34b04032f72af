import { emailText } from '#platform/email-text.server.ts'
import type { Site } from '#platform/http/site.ts'
import { mailPage } from './mail-page.server.ts'

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
  /** A link to a page of the shop. */
  button?: { label: string; path: string }
  /** Small print. */
  note?: string
  attachments?: MailAttachment[]
}

/** The shop's name and the public URL for links. */
export type MailSender = Pick<Site, 'name' | 'publicUrl' | 'look' | 'contactEmail'>

/**
 * A slice's mail templates by name; while the outbox `isBusy`, slow attachments are skipped. Null drops a
 * mail that is no longer true.
 */
export type MailTemplates = Record<
  string,
  (content: never, site: MailSender, isBusy: boolean) => MailDraft | Promise<MailDraft | null>
>

/** A complete mail. */
export type Mail = {
  to: string
  toUnverified?: true
  replyTo?: string
  subject: string
  html: string
  text: string
  attachments?: MailAttachment[]
}

/** Composes a mail from a draft. Links use the configured public URL, never a request's host. */
export function composeMail(site: MailSender, draft: MailDraft): Mail {
  const { to, toUnverified, replyTo, subject, attachments } = draft
  return {
    to: emailText(to),
    ...(toUnverified && { toUnverified }),
    replyTo,
    // A line break would start another header.
    subject: subject.replaceAll(/\s+/g, ' '),
    html: mailPage(site, draft),
    text: mailText(site, draft),
    ...(attachments?.length && { attachments }),
  }
}

function mailText(site: MailSender, draft: MailDraft): string {
  const { heading, paragraphs, details = [], button, note } = draft
  const blocks = [
    heading,
    ...paragraphs,
    details.map(([label, value]) => `${label}: ${value}`).join('\n'),
    button ? `${button.label}: ${site.publicUrl}${button.path}` : '',
    note ?? '',
    `-- \n${site.name}\n${site.publicUrl}`,
  ]
  return `${blocks.filter((block) => block !== '').join('\n\n')}\n`
}

/** Sends mails. */
export type MailTransport = {
  /**
   * Sends a mail. `id` is the same for each attempt, so that recipients can detect duplicates. Returns
   * `refused` for a permanent failure; throws when a retry may succeed.
   */
  send: (id: string, mail: Mail, signal: AbortSignal) => Promise<'accepted' | { refused: string }>
  close: () => void
}
