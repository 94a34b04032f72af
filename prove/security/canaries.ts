import type { Random } from '#prove/random.ts'
import type { Received } from './client.ts'

/** Who may meet a canary: its owner, also admins, or nobody. */
type Audience = 'owner' | 'owner and admins' | 'nobody'

type Canary = { text: string; owner: number | null; kind: string; audience: Audience }

/** Somebody who reads a response; null for a visitor. */
export type CanaryUser = { number: number | null; isAdmin: boolean }

export type Canaries = {
  /** Makes a new text of one person's data. */
  plant: (owner: number | null, kind: string, audience?: Audience) => string
  /** Notes a text that the shop made for one person. */
  note: (text: string, owner: number | null, kind: string, audience?: Audience) => void
  /** Returns the canaries of others in a response, except those that the request itself contained. */
  leaksIn: (received: Received, user: CanaryUser, sent: string) => string[]
  count: () => number
}

/** Random texts that stand in people's data: no encoding changes them, and nothing else is like them. */
export function createCanaries(random: Random): Canaries {
  const canaries: Canary[] = []
  const letters = 'bcdfghjklmnpqrstvwxz'.split('')
  const note: Canaries['note'] = (text, owner, kind, audience = 'owner and admins') => {
    canaries.push({ text: text.toLowerCase(), owner, kind, audience })
  }
  return {
    note,
    plant: (owner, kind, audience) => {
      const text = `canary${Array.from({ length: 14 }, () => random.pick(letters)).join('')}`
      note(text, owner, kind, audience)
      return text
    },
    leaksIn: ({ headers, text }, user, sent) => {
      const output = `${text}\n${JSON.stringify([...headers])}`.toLowerCase()
      const own = sent.toLowerCase()
      return canaries
        .filter((canary) => !mayMeet(canary, user) && output.includes(canary.text))
        .filter((canary) => !own.includes(canary.text))
        .map(({ kind, owner }) => `${kind} of ${owner === null ? 'the shop' : `user ${owner}`}`)
    },
    count: () => canaries.length,
  }
}

function mayMeet({ owner, audience }: Canary, { number, isAdmin }: CanaryUser): boolean {
  if (audience === 'nobody') return false
  return (owner !== null && owner === number) || (audience === 'owner and admins' && isAdmin)
}
