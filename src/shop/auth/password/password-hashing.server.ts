import { hash, verify } from '@node-rs/argon2'
import { createConcurrencyLimit } from '#platform/jobs/concurrency-limit.server.ts'

/** How passwords are hashed and compared, in better-auth's terms. */
export type PasswordHashing = {
  hash: (password: string) => Promise<string>
  verify: (given: { hash: string; password: string }) => Promise<boolean>
}

/**
 * Argon2id with OWASP's first choice of costs, which are the library's defaults. Each hash takes 19
 * MB and a core for some 30 ms: more than a few at once would only slow everything else.
 */
export function createPasswordHashing(): PasswordHashing {
  const inTurn = createConcurrencyLimit({ atOnce: 4, waiting: 64 })
  return {
    hash: (password) => inTurn(() => hash(password)),
    verify: ({ hash: stored, password }) => inTurn(() => verify(stored, password)),
  }
}
