import { AsyncLocalStorage } from 'node:async_hooks'
import { hash, type Options, verify } from '@node-rs/argon2'
import { createFairTurns, type TurnOwner } from '#platform/jobs/fair-turns.server.ts'

/** Password hashing and verification, as better-auth expects them. */
export type PasswordHashing = {
  hash: (password: string) => Promise<string>
  verify: (given: { hash: string; password: string }) => Promise<boolean>
}

// better-auth passes only the password, so the slot's owner travels in async context.
const owners = new AsyncLocalStorage<TurnOwner>()
const anonymousOwner: TurnOwner = { network: '', account: '' }

/** Runs `work`; its password hashes count towards the concurrency limits of this owner. */
export function hashingFor<Result>(owner: TurnOwner, work: () => Promise<Result>): Promise<Result> {
  return owners.run(owner, work)
}

/**
 * Argon2id with OWASP's first recommended parameters, which are the library's defaults. Each hash
 * takes 19 MB and about 30 ms of one core, so only a few run at once. Tests, which hash a thousand
 * passwords, pass cheaper parameters.
 */
export function createPasswordHashing(costs?: Options): PasswordHashing {
  const turns = createFairTurns({ atOnce: 4, waiting: 64 })
  const inTurn = <Result>(work: () => Promise<Result>) =>
    turns(owners.getStore() ?? anonymousOwner, work)
  return {
    hash: (password) => inTurn(() => hash(password, costs)),
    verify: ({ hash: stored, password }) => inTurn(() => verify(stored, password)),
  }
}
