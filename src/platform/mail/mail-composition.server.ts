import { emailText } from '#platform/email-text.server.ts'
import type { Site } from '#platform/http/site.ts'
import { mailPage } from './mail-page.server.ts'

/** What a mail says, in plain text; its HTML and its text part are both made from it. */
export type MailDraft = {
  to: string
  /** It goes out even while the recipient's e-mail is not verified, such as the verification itself. */
  toUnverified?: true
  /** Where an answer goes, when not to the shop. */
  replyTo?: string
  subject: string
  heading: string
  /** A line break inside a paragraph stays one. */
  paragraphs: string[]
  facts?: [label: string, value: string][]
  /** The step that the reader may take, on the shop's own site. */
  button?: { label: string; path: string }
  /** Small print. */
  note?: string
}

/** The shop that writes: its name, and the public address that links lead to. */
export type MailSender = Pick<Site, 'name' | 'publicUrl'>

/** A slice's mails by the name under which it queues them. */
export type MailTemplates = Record<
  string,
  (content: never, site: MailSender) => MailDraft | Promise<MailDraft>
>

/** A mail as it travels. */
export type Mail = {
  to: string
  toUnverified?: true
  replyTo?: string
  subject: string
  html: string
  text: string
}

/** Makes a mail of a draft. Links lead to the configured public address, never to a request's. */
export function composeMail(site: MailSender, draft: MailDraft): Mail {
  const { to, toUnverified, replyTo, subject } = draft
  return {
    to: emailText(to),
    ...(toUnverified && { toUnverified }),
    ...(replyTo !== undefined && { replyTo }),
    // A line break would begin another header.
    subject: subject.replaceAll(/\s+/g, ' '),
    html: mailPage(site, draft),
    text: mailText(site, draft),
  }
}

function mailText(site: MailSender, draft: MailDraft): string {
  const { heading, paragraphs, facts = [], button, note } = draft
  const blocks = [
    heading,
    ...paragraphs,
    facts.map(([label, value]) => `${label}: ${value}`).join('\n'),
    button ? `${button.label}: ${site.publicUrl}${button.path}` : '',
    note ?? '',
    `-- \n${site.name}\n${site.publicUrl}`,
  ]
  return `${blocks.filter((block) => block !== '').join('\n\n')}\n`
}
