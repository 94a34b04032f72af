import type { RateLimit } from '#platform/http/limits/rate-limits.server.ts'

const HOUR = 3600
const DAY = 24 * HOUR

/** Limits for visitors: sign-ups, and mail to people who did not request it. */
export type VisitorLimits = {
  signUps: readonly RateLimit[]
  /** Mails with a verification or reset link to a mailbox, until such a link is used. */
  linkMails: {
    /** To a mailbox by one network, or by one browser that knows the account. */
    inAMinute: RateLimit
    /** To a mailbox by one network, or by one browser that knows the account. */
    inADay: RateLimit
    /** To a mailbox by all networks. */
    inAll: RateLimit
    /** When that is reached, those by one network. */
    whenFull: RateLimit
    /** To all mailboxes by one network. */
    from: RateLimit
  }
  messages: {
    from: RateLimit
    inAll: RateLimit
    /** When that is reached, those of a network. */
    whenFull: RateLimit
    /** Those that are mailed one by one. */
    mailed: RateLimit
    /** The mails that only name the number of the others. */
    digests: RateLimit
  }
}

export const visitorLimits: VisitorLimits = {
  signUps: [
    { name: 'sign-up from', most: 60, seconds: 60 },
    { name: 'sign-up in an hour from', most: 120, seconds: HOUR },
    { name: 'sign-up in a day from', most: 300, seconds: DAY },
  ],
  linkMails: {
    inAMinute: { name: 'link mail to', most: 1, seconds: 60 },
    inADay: { name: 'link mail in a day to', most: 5, seconds: DAY },
    inAll: { name: 'all link mail in a day to', most: 20, seconds: DAY },
    whenFull: { name: 'link mail of a full day to', most: 1, seconds: DAY },
    from: { name: 'link mail from', most: 100, seconds: DAY },
  },
  messages: {
    from: { name: 'contact from', most: 20, seconds: HOUR },
    inAll: { name: 'contact in a day', most: 5_000, seconds: DAY },
    whenFull: { name: 'contact of a full day from', most: 1, seconds: DAY },
    mailed: { name: 'contact mailed in a day', most: 400, seconds: DAY },
    digests: { name: 'contact digest', most: 1, seconds: HOUR },
  },
}

const widened = (limit: RateLimit): RateLimit => ({ ...limit, most: 1_000_000 })

function allWidened<Limits extends Record<string, RateLimit>>(limits: Limits): Limits {
  const wide = Object.entries(limits).map(([name, limit]) => [name, widened(limit)])
  return Object.fromEntries(wide) as Limits
}

/** For tests, whose users share one IP address. */
export const wideVisitorLimits: VisitorLimits = {
  signUps: visitorLimits.signUps.map(widened),
  linkMails: allWidened(visitorLimits.linkMails),
  messages: allWidened(visitorLimits.messages),
}
