import { WEAK_PASSWORD } from '#shop/auth/auth-texts.ts'

/** The policy for new passwords: the specification's 6 characters, or resistance to guessing. */
export type PasswordPolicy = 'spec' | 'strict'

export const minPasswordLengths = { spec: 6, strict: 12 } as const

// zxcvbn's scores range from 0 to 4; 3 is the first that it considers safe.
const SAFE_SCORE = 3
// zxcvbn takes quadratic time, and a longer password is at least as strong as its prefix.
const EXAMINED = 40
// The shop's vocabulary, which attackers try first; its name comes from the settings.
const CONTEXT_WORDS = [
  ...['forgewell', 'forge', 'tools', 'shop', 'admin', 'operator', 'owner', 'buyer'],
  ...['pass', 'password', 'secret'],
]

/**
 * Returns a refusal code when this new password is too weak, else null. `known` lists values that
 * an attacker tries first, such as name and e-mail. The forms check the specification's own rules,
 * so the policy `spec` refuses nothing here.
 */
export async function checkPasswordPolicy(
  policy: PasswordPolicy | undefined,
  password: string,
  known: string[] = [],
): Promise<typeof WEAK_PASSWORD | null> {
  if (policy !== 'strict') return null
  if (password.length < minPasswordLengths.strict) return WEAK_PASSWORD
  const { check } = await loadEstimator()
  const { score } = check(password.slice(0, EXAMINED), [...CONTEXT_WORDS, ...known])
  return score < SAFE_SCORE ? WEAK_PASSWORD : null
}

/** The words of the shop's address that attackers try first: `shop.example`, `shop` and `example`. */
export function hostWords(publicUrl: string): string[] {
  const { hostname } = new URL(publicUrl)
  return [hostname, ...hostname.split('.')]
}

/** The base-10 logarithm of the guesses that an attacker who knows `known` needs. */
export async function guessesFor(secret: string, known: string[] = []): Promise<number> {
  const { check } = await loadEstimator()
  return check(secret.slice(0, EXAMINED), [...CONTEXT_WORDS, ...known]).guessesLog10
}

let loaded: ReturnType<typeof load> | undefined

/** Loaded on demand: the dictionaries take memory and time that only the strict policy needs. */
function loadEstimator(): ReturnType<typeof load> {
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
