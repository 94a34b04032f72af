import {
  callApi,
  cookiesOf,
  credentialsOf,
  type Received,
  request,
  type Sent,
} from '#prove/security/client.ts'
import { emailOf, PASSWORD } from '#prove/security/passwords.ts'
import type { ProofShop } from '#prove/shop.ts'
import { until } from '#prove/waiting.ts'

/** One round of a race: returns what should not have happened. */
export type Race = (round: RaceRound) => Promise<string[]>

export type RaceRound = {
  shop: ProofShop
  /** A seeded user that no other round has. */
  nextUser: () => number
  call: (method: string, path: string, sent?: Sent) => Promise<Received>
}

const MAIL_LIMIT_MS = 60_000

/** Calls from an address of its own each time, so that limits of a network don't decide the races. */
export function createRound(shop: ProofShop, nextUser: () => number): RaceRound {
  let calls = 0
  const call: RaceRound['call'] = (method, path, sent = {}) => {
    calls += 1
    const from =
      process.platform === 'linux'
        ? `127.0.${1 + (Math.floor(calls / 200) % 200)}.${1 + (calls % 200)}`
        : '127.0.0.1'
    return callApi(shop.running().url, method, path, { from, ...sent })
  }
  return { shop, nextUser, call }
}

/** A session of a seeded user, by password. */
export async function signIn(
  { call }: RaceRound,
  number: number,
  password = PASSWORD,
): Promise<string> {
  const body = { email: emailOf(number), password }
  const signedIn = await call('POST', '/auth/sign-in/email', { body })
  if (signedIn.status !== 200)
    throw new Error(`Signing in returned ${signedIn.status} ${signedIn.text}`)
  return cookiesOf(signedIn.headers)
}

export function asAdmin(): Promise<Sent> {
  return credentialsOf(0)
}

type Mail = { to: string; subject: string; text: string }

/** The mails to an address that arrived so far, latest first. */
export async function mailsTo({ shop }: RaceRound, to: string): Promise<Mail[]> {
  const { json } = await request(shop.running().url, 'GET', '/simulators/mail', {
    headers: { Accept: 'application/json' },
  })
  return (json as Mail[]).filter((mail) => mail.to.toLowerCase() === to.toLowerCase())
}

/** Waits for the links of `count` mails to an address. */
export async function linksTo(
  round: RaceRound,
  to: string,
  link: RegExp,
  count = 1,
): Promise<string[]> {
  let links: string[] = []
  await until(`${count} mails to ${to}`, MAIL_LIMIT_MS, async () => {
    const mails = await mailsTo(round, to)
    links = mails.flatMap(({ text }) => link.exec(text)?.[0] ?? [])
    return links.length >= count
  })
  return links
}

export function statusesOf(answers: Received[]): string {
  return answers.map(({ status }) => status).join(', ')
}

/** Returns the answers of 500 or more, which no race may cause. */
export function failuresIn(answers: Received[]): string[] {
  return answers.filter(({ status }) => status >= 500).map(({ text }) => `an answer is ${text}`)
}

/** Repeats a call until `end` has resolved and one more is answered; notes which began after the end. */
export async function callUntilAfter(
  end: Promise<unknown>,
  call: () => Promise<Received>,
): Promise<{ before: Received[]; after: Received[] }> {
  let ended = false
  const marked = end.then(() => {
    ended = true
  })
  const before: Received[] = []
  const after: Received[] = []
  while (after.length < 3) {
    const isAfter = ended
    const answer = await call()
    const list = isAfter ? after : before
    list.push(answer)
    if (before.length > 5_000) throw new Error('5,000 calls were answered before the other one')
  }
  await marked
  return { before, after }
}
