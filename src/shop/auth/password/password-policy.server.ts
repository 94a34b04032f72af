import { WEAK_PASSWORD } from '#shop/auth/auth.ts'

/** What a new password must be: the specification's 6 characters, or something that nobody guesses. */
export type PasswordPolicy = 'spec' | 'strict'

/** The fewest characters of a new password. */
export const minPasswordLengths = { spec: 6, strict: 12 } as const

// Of zxcvbn's scores from 0 to 4, the first that it calls safe against guessing.
const SAFE_SCORE = 3
// Its work grows with the square of the length, and a password is at least as good as its beginning.
const EXAMINED = 40

/**
 * The code of the refusal when this new password is too weak for the shop, else null. `known` is
 * what an attacker would try first, such as the name and the e-mail. The specification's own rules
 * are the forms', so here the policy `spec` refuses nothing.
 */
export async function checkPasswordPolicy(
  policy: PasswordPolicy | undefined,
  password: string,
  known: string[] = [],
): Promise<typeof WEAK_PASSWORD | null> {
  if (policy !== 'strict') return null
  if (password.length < minPasswordLengths.strict) return WEAK_PASSWORD
  const { check } = await estimator()
  const { score } = check(password.slice(0, EXAMINED), known)
  return score < SAFE_SCORE ? WEAK_PASSWORD : null
}

let loaded: ReturnType<typeof load> | undefined

/** Its dictionaries take memory and time, so only a shop that is strict loads them. */
function estimator(): ReturnType<typeof load> {
  loaded ??= load()
  return loaded
}

async function load() {
  const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ])
  const zxcvbn = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs })
  return { check: (password: string, known: string[]) => zxcvbn.check(password, known) }
}
