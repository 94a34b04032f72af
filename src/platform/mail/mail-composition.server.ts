import { emailText } from '#platform/email-text.server.ts'
import { publicUrlOf } from '#platform/http/site.ts'
import type { MailAttachment, MailDraft, MailItem, MailSender } from './mail-draft.server.ts'
import { mailPage } from './mail-page.server.ts'

/**
 * A slice's mail templates by name; while the outbox `isBusy`, slow attachments are skipped. Null drops a
 * mail that is no longer true.
 */
export type MailTemplates = Record<
  string,
  (content: never, site: MailSender, isBusy: boolean) => MailDraft | Promise<MailDraft | null>
>

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
  const { heading, paragraphs, next, button, secondButton, items = [], note } = draft
  const { greeting = '', closing = '' } = site.mailTexts ?? {}
  const labelled = (rows: [string, string][] = []) =>
    rows.map(([label, value]) => `${label}: ${value}`).join('\n')
  const blocks = [
    heading,
    greeting,
    ...paragraphs,
    next ? `What comes next: ${next}` : '',
    [button, secondButton]
      .flatMap((button) => (button ? `${button.label}: ${publicUrlOf(site, button.path)}` : []))
      .join('\n'),
    items.map(itemText).join('\n'),
    labelled(draft.sums),
    labelled(draft.details),
    closing,
    note ?? '',
    `-- \n${site.name}\n${site.publicUrl}`,
  ]
  return `${blocks.filter((block) => block !== '').join('\n\n')}\n`
}

function itemText({ label, name, note, amount }: MailItem): string {
  return `${label}: ${[name, note, amount].filter(Boolean).join(', ')}`
}

export type MailTransport = {
  /**
   * Sends a mail. `id` is the same for each attempt, so that recipients can detect duplicates. Returns
   * `refused` for a permanent failure; throws when a retry may succeed.
   */
  send: (id: string, mail: Mail, signal: AbortSignal) => Promise<'accepted' | { refused: string }>
  close: () => void
}
