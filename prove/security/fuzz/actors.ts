import { createHash } from 'node:crypto'
import type { Random } from '#prove/random.ts'
import { type Credentials, sessionCookie, tokenOf } from '#prove/security/client.ts'
import { emailOf } from '#prove/security/passwords.ts'
import { userId } from '#prove/seed.ts'
import type { Call } from './caller.ts'
import { type SecondFactor, signInAgain, withToken } from './sign-in-again.ts'

/** A caller of the API; a visitor has no credentials. */
export type Actor = Credentials & { email: string; number?: number }

/** How many workers call at once; each has users of its own. */
export const WORKERS = 8
const BUYERS_OF_A_WORKER = 20
const FIRST_BUYER = 10
const FIRST_ADMIN = FIRST_BUYER + WORKERS * BUYERS_OF_A_WORKER
const ADMINS_OF_A_WORKER = 4
const FIRST_EXPENDABLE = FIRST_ADMIN + WORKERS * ADMINS_OF_A_WORKER
const EXPENDABLE = 200

/** The users that are made admins before the shop starts. */
export const ADMINS = Array.from({ length: WORKERS * ADMINS_OF_A_WORKER }, (_, index) =>
  userId(FIRST_ADMIN + index),
)

/** The e-mails that admins may promote, demote and delete. */
export const EXPENDABLE_EMAILS = Array.from({ length: EXPENDABLE }, (_, index) =>
  emailOf(FIRST_EXPENDABLE + index),
)

const VISITOR: Actor = { email: 'nobody@proof.example' }

/** How many buyers of a worker call at the same time. */
const ACTIVE_BUYERS = 3

/**
 * The actors of one worker. Signed-out users sign in again; of each kind, a user who no longer gets in
 * is replaced by the next.
 */
export function createActors(worker: number, random: Random) {
  const sessions = new Map<number, Actor>()
  const secondFactors = new Map<number, SecondFactor>()
  const buyers = numbersFrom(FIRST_BUYER + worker * BUYERS_OF_A_WORKER, BUYERS_OF_A_WORKER)
  const admins = numbersFrom(FIRST_ADMIN + worker * ADMINS_OF_A_WORKER, ADMINS_OF_A_WORKER)
  const of = async (number: number): Promise<Actor> =>
    sessions.get(number) ?? {
      number,
      email: emailOf(number),
      token: await tokenOf(number),
      cookie: sessionCookie(userId(number)),
    }
  const oneOf = async (numbers: number[]) => (numbers.length === 0 ? VISITOR : of(random.pick(numbers)))
  const buyer = () => oneOf(buyers.slice(0, ACTIVE_BUYERS))
  const admin = () => oneOf(admins.slice(0, 1))
  const keep = ({ number = -1 }: Actor, session: Actor | undefined) => {
    if (session) {
      sessions.set(number, session)
      return session
    }
    for (const numbers of [buyers, admins]) {
      if (numbers.includes(number)) numbers.splice(numbers.indexOf(number), 1)
    }
    return undefined
  }
  return {
    buyer,
    admin,
    /** Returns an actor who usually has the access that an operation requires. */
    pick: async (access: string): Promise<Actor> => {
      if (random.chance(0.04)) return VISITOR
      if (random.chance(0.02)) {
        const junk = createHash('sha256')
          .update(`${random.integer(0, 1e9)}`)
          .digest('hex')
        return { ...VISITOR, token: `${junk}.${junk}.${junk}`, cookie: sessionCookie(junk, junk) }
      }
      if (access === 'admin' ? random.chance(0.85) : random.chance(0.1)) {
        return admin()
      }
      return buyer()
    },
    /** Notes a second factor, or the recovery codes that replace earlier ones. */
    remember: ({ number = -1 }: Actor, { totpURI, backupCodes = [] }: Partial<SecondFactor>) => {
      const setup = totpURI ?? secondFactors.get(number)?.totpURI
      if (setup) secondFactors.set(number, { totpURI: setup, backupCodes: [...backupCodes] })
    },
    /** Goes on with the cookies of an answer, if they replaced the actor's session. */
    continueWith: async (actor: Actor, cookies: string, call: Call) => {
      const isReplaced = cookies.includes('session_token=')
      const session = { ...actor, ...(isReplaced && { cookie: cookies }) }
      return keep(actor, await withToken(session, call))
    },
    /** Signs in a signed-out actor; drops one who was deleted or cannot sign in. */
    comeBack: async (actor: Actor, call: Call) =>
      keep(actor, await signInAgain(actor, call, secondFactors.get(actor.number ?? -1))),
  }
}

function numbersFrom(first: number, count: number): number[] {
  return Array.from({ length: count }, (_, index) => first + index)
}

export type Actors = ReturnType<typeof createActors>
