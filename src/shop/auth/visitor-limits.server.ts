import type { RateLimit } from '#platform/http/limits/rate-limits.server.ts'

const HOUR = 3600
const DAY = 24 * HOUR

/** Limits for visitors: sign-ups, and mail to people who did not request it. */
export type VisitorLimits = {
  /** Sign-ups of a network. */
  signUps: readonly RateLimit[]
  /** Mails with a verification or reset link to a mailbox, until such a link is used. */
  linkMailsTo: readonly RateLimit[]
  /** The same mails, caused by a network. */
  linkMailsFrom: RateLimit
  /** Contact messages of a network, and of all. */
  messagesFrom: RateLimit
  messages: RateLimit
}

export const visitorLimits: VisitorLimits = {
  signUps: [
    { name: 'sign-up from', most: 60, seconds: 60 },
    { name: 'sign-up in an hour from', most: 120, seconds: HOUR },
    { name: 'sign-up in a day from', most: 300, seconds: DAY },
  ],
  linkMailsTo: [
    { name: 'link mail to', most: 1, seconds: 60 },
    { name: 'link mail in a day to', most: 5, seconds: DAY },
  ],
  linkMailsFrom: { name: 'link mail from', most: 100, seconds: DAY },
  messagesFrom: { name: 'contact from', most: 20, seconds: HOUR },
  messages: { name: 'contact in a day', most: 500, seconds: DAY },
}

const widened = (limit: RateLimit): RateLimit => ({ ...limit, most: 1_000_000 })

/** For tests, whose users share one IP address. */
export const wideVisitorLimits: VisitorLimits = {
  signUps: visitorLimits.signUps.map(widened),
  linkMailsTo: visitorLimits.linkMailsTo.map(widened),
  linkMailsFrom: widened(visitorLimits.linkMailsFrom),
  messagesFrom: widened(visitorLimits.messagesFrom),
  messages: widened(visitorLimits.messages),
}
