import type { Random } from '#prove/random.ts'
import type { Received } from './client.ts'

/** Who may see a canary: its owner, also admins, or no one. */
type Audience = 'owner' | 'owner and admins' | 'nobody'

type Canary = { text: string; owner: number | null; kind: string; audience: Audience }

/** The user who receives a response; the number is null for a visitor. */
export type CanaryUser = { number: number | null; isAdmin: boolean }

export type Canaries = {
  /** Returns a new canary for one person's data. */
  plant: (owner: number | null, kind: string, audience?: Audience) => string
  /** Registers a text that the shop generated for one person. */
  note: (text: string, owner: number | null, kind: string, audience?: Audience) => void
  /** Returns the canaries of others in a response, except those that the request itself contained. */
  leaksIn: (received: Received, user: CanaryUser, sent: string) => string[]
  count: () => number
}

/** Unique random texts planted in users' data; no encoding changes them. */
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
