import { AsyncLocalStorage } from 'node:async_hooks'
import { hash, type Options, verify } from '@node-rs/argon2'
import { createFairQueue, type QueueOwner } from '#platform/jobs/fair-queue.server.ts'

/** How passwords are hashed and compared, in better-auth's terms. */
export type PasswordHashing = {
  hash: (password: string) => Promise<string>
  verify: (given: { hash: string; password: string }) => Promise<boolean>
}

// better-auth hands only the password on, so who asks for it travels beside the call.
const owner = new AsyncLocalStorage<QueueOwner>()
const nobody: QueueOwner = { network: '', account: '' }

/** Hashes that `work` needs take the turns of this network and account. */
export function hashingFor<Result>(asks: QueueOwner, work: () => Promise<Result>): Promise<Result> {
  return owner.run(asks, work)
}

/**
 * Argon2id with OWASP's first choice of costs, which are the library's defaults. Each hash takes 19
 * MB and a core for some 30 ms: more than a few at once would only slow everything else. Other costs
 * are for tests, which hash a thousand passwords.
 */
export function createPasswordHashing(costs?: Options): PasswordHashing {
  const turns = createFairQueue({ atOnce: 4, waiting: 64 })
  const inTurn = <Result>(work: () => Promise<Result>) => turns(owner.getStore() ?? nobody, work)
  return {
    hash: (password) => inTurn(() => hash(password, costs)),
    verify: ({ hash: stored, password }) => inTurn(() => verify(stored, password)),
  }
}
