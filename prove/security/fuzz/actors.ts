import { createHash } from 'node:crypto'
import type { Random } from '#prove/random.ts'
import { type Credentials, sessionCookie, tokenOf } from '#prove/security/client.ts'
import { emailOf } from '#prove/security/passwords.ts'
import { userId } from '#prove/seed.ts'

/** Somebody who makes calls; a visitor has no credentials. */
export type Actor = Credentials & { email: string; number?: number }

/** How many workers call at once; each has users of its own. */
export const WORKERS = 8
const BUYERS_OF_A_WORKER = 20
const FIRST_BUYER = 10
const FIRST_ADMIN = FIRST_BUYER + WORKERS * BUYERS_OF_A_WORKER
const FIRST_EXPENDABLE = FIRST_ADMIN + WORKERS
const EXPENDABLE = 200

/** The users that are made admins before the shop starts. */
export const ADMINS = Array.from({ length: WORKERS }, (_, worker) => userId(FIRST_ADMIN + worker))

/** The e-mails that admins may promote, demote and delete. */
export const EXPENDABLE_EMAILS = Array.from({ length: EXPENDABLE }, (_, index) =>
  emailOf(FIRST_EXPENDABLE + index),
)

const VISITOR: Actor = { email: 'nobody@proof.example' }

/** The actors of one worker. Of each kind, a user who no longer gets in is replaced by the next. */
export function createActors(worker: number, random: Random) {
  let firstBuyer = FIRST_BUYER + worker * BUYERS_OF_A_WORKER
  const lastBuyer = firstBuyer + BUYERS_OF_A_WORKER - 1
  const of = async (number: number): Promise<Actor> => ({
    number,
    email: emailOf(number),
    token: await tokenOf(number),
    cookie: sessionCookie(userId(number)),
  })
  const buyer = () => of(Math.min(lastBuyer, firstBuyer + random.integer(0, 2)))
  return {
    buyer,
    /** Somebody whose kind suits an operation, mostly. */
    pick: async (access: string): Promise<Actor> => {
      if (random.chance(0.04)) return VISITOR
      if (random.chance(0.02)) {
        const junk = createHash('sha256')
          .update(`${random.integer(0, 1e9)}`)
          .digest('hex')
        return { ...VISITOR, token: `${junk}.${junk}.${junk}`, cookie: sessionCookie(junk, junk) }
      }
      if (access === 'admin' ? random.chance(0.85) : random.chance(0.1)) {
        return of(FIRST_ADMIN + worker)
      }
      return buyer()
    },
    /** Leaves out a buyer who is signed out or deleted. */
    replace: ({ number }: Actor) => {
      if (number === firstBuyer && firstBuyer < lastBuyer - 2) firstBuyer += 1
    },
  }
}
