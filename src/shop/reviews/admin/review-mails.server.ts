import { href } from 'react-router'
import type { MailTemplates } from '#platform/mail/mail-composition.server.ts'
import type { MailDraft } from '#platform/mail/mail-draft.server.ts'

export type HiddenReview = { email: string; name: string; review: string; reason: string }

export const reviewMails = {
  'review-hidden': ({ email, name, review, reason }: HiddenReview): MailDraft => ({
    to: email,
    subject: 'Your review is no longer shown',
    heading: 'Your review is no longer shown',
    paragraphs: [`Hello ${name},`, 'We have hidden your review from the shop. The reason:', reason],
    details: [['Your review', review]],
    button: { label: 'My review', path: href('/dashboard/review') },
  }),
} satisfies MailTemplates
