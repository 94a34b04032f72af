import { perNetwork, type RateLimit, type RateLimits } from '#platform/http/limits/rate-limits.server.ts'
import type { VisitorLimits } from './visitor-limits.server.ts'

/**
 * The recipient of a mail with a link, and the IP address that requested it; `device` is set in browsers
 * where this account has logged in before.
 */
type LinkMail = { email: string; ipAddress: string | null; device?: string | null }
type Counted = [limit: RateLimit, key: string]
type Deps = { limits: RateLimits; visitorLimits: VisitorLimits }

/** The seconds until a link may be mailed; null when it may be mailed now. */
export async function linkMailWait(deps: Deps, mail: LinkMail): Promise<number | null> {
  const limits = await limitsOf(deps, mail)
  const waits = await Promise.all(limits.map(([limit, key]) => deps.limits.wait(limit, key)))
  const longest = Math.max(...waits.map((seconds) => seconds ?? 0))
  return longest > 0 ? longest : null
}

/** Counts a mail with a link and returns null, or returns the seconds to wait before sending it. */
export async function countLinkMail(deps: Deps, mail: LinkMail): Promise<number | null> {
  const wait = await linkMailWait(deps, mail)
  if (wait !== null) return wait
  // The strictest limit comes first, so that refused mails count towards no other limit.
  for (const [limit, key] of await limitsOf(deps, mail)) {
    const seconds = await deps.limits.count(limit, key)
    if (seconds !== null) return seconds
  }
  return null
}

/** Allows new mails to a mailbox whose owner has used a link. */
export async function forgetLinkMails({ limits, visitorLimits }: Deps, email: string): Promise<void> {
  const { inAMinute, inADay, inAll, whenFull } = visitorLimits.linkMails
  for (const limit of [inAMinute, inADay, inAll, whenFull]) await limits.forget(limit, mailboxOf(email))
}

async function limitsOf(
  { limits, visitorLimits }: Deps,
  { email, ipAddress, device }: LinkMail,
): Promise<Counted[]> {
  const { inAMinute, inADay, inAll, whenFull, from } = visitorLimits.linkMails
  const mailbox = mailboxOf(email)
  const network = ipAddress ?? 'nowhere'
  // Whatever strangers request, the owner's own browser can request more.
  if (device)
    return [
      [inAMinute, `${mailbox} ${device}`],
      [inADay, `${mailbox} ${device}`],
    ]
  const isFull = (await limits.wait(inAll, mailbox)) !== null
  // No limit that strangers elsewhere can use up refuses the owner in a new browser.
  return [
    ...perNetwork(inAMinute, network, mailbox),
    ...perNetwork(inADay, network, mailbox),
    ...(isFull ? perNetwork(whenFull, network, mailbox) : [[inAll, mailbox] satisfies Counted]),
    ...perNetwork(from, ipAddress),
  ]
}

const WITHOUT_DOTS = ['gmail.com', 'googlemail.com']

// Yahoo's disposable addresses are jane-tools@yahoo.com.
const TAGGED_BY_HYPHEN = /^((my)?yahoo\.[a-z.]+|ymail\.com|rocketmail\.com)$/

/** Returns one key for the addresses that reach the same mailbox: jane+tools@ is jane@. */
export function mailboxOf(email: string): string {
  const at = email.lastIndexOf('@')
  const domain = email.slice(at + 1).toLowerCase()
  const name = email.slice(0, at).toLowerCase()
  const [untagged] = name.split(TAGGED_BY_HYPHEN.test(domain) ? /[+-]/ : '+')
  // A leading + does not start a tag.
  const owner = untagged || name
  return WITHOUT_DOTS.includes(domain) ? `${owner.replaceAll('.', '')}@gmail.com` : `${owner}@${domain}`
}
