import { AsyncLocalStorage } from 'node:async_hooks'
import { hash, type Options, verify } from '@node-rs/argon2'
import { createFairQueue, type QueueOwner } from '#platform/jobs/fair-queue.server.ts'

/** Password hashing and verification, as better-auth expects them. */
export type PasswordHashing = {
  hash: (password: string) => Promise<string>
  verify: (given: { hash: string; password: string }) => Promise<boolean>
}

// better-auth passes only the password, so the slot's owner travels in async context.
const owners = new AsyncLocalStorage<QueueOwner>()
const anonymousOwner: QueueOwner = { network: '', account: '' }

/** Runs `work`; its password hashes count towards the concurrency limits of this owner. */
export function hashingFor<Result>(owner: QueueOwner, work: () => Promise<Result>): Promise<Result> {
  return owners.run(owner, work)
}

/**
 * Argon2id with OWASP's first recommended parameters, which are the library's defaults. Each hash
 * takes 19 MB and about 30 ms of one core, so only a few run at once. Tests, which hash a thousand
 * passwords, pass cheaper parameters.
 */
export function createPasswordHashing(costs?: Options): PasswordHashing {
  const turns = createFairQueue({ atOnce: 4, waiting: 64 })
  const inTurn = <Result>(work: () => Promise<Result>) => turns(owners.getStore() ?? anonymousOwner, work)
  return {
    hash: (password) => inTurn(() => hash(password, costs)),
    verify: ({ hash: stored, password }) => inTurn(() => verify(stored, password)),
  }
}
