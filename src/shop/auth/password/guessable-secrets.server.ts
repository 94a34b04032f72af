import type { Settings } from '#platform/settings/settings.server.ts'
import { StartupError } from '#platform/startup-error.ts'
import { guessesFor, hostWords } from './password-policy.server.ts'

// In powers of ten: random hexadecimal digits need about one each, keyboard rows and sequences few.
const FEWEST_FOR_SECRET = 20
// Beyond the guesses that login limits allow; twelve random characters need more.
const FEWEST_FOR_PASSWORD = 11.5

/**
 * Throws a StartupError when a live shop's AUTH_SECRET or ADMIN_PASSWORD can be guessed: sequences, and
 * names, roles and years joined together (product 11.2).
 */
export async function refuseGuessableSecrets(
  settings: Pick<Settings, 'AUTH_SECRET' | 'ADMIN_PASSWORD' | 'ADMIN_EMAIL' | 'SHOP_NAME' | 'PUBLIC_URL'>,
): Promise<void> {
  const { AUTH_SECRET = '', ADMIN_PASSWORD = '', ADMIN_EMAIL, SHOP_NAME, PUBLIC_URL } = settings
  const known = [SHOP_NAME, ADMIN_EMAIL, ...ADMIN_EMAIL.split(/[@.]/), ...hostWords(PUBLIC_URL)]
  const errors = [
    (await guessesFor(AUTH_SECRET, known)) < FEWEST_FOR_SECRET &&
      'AUTH_SECRET is too easy to guess: generate one with `openssl rand -hex 32`',
    (await guessesFor(ADMIN_PASSWORD, known)) < FEWEST_FOR_PASSWORD &&
      'ADMIN_PASSWORD is too easy to guess: generate one with `openssl rand -base64 18`, or use five unrelated words',
  ].filter((error) => error !== false)
  if (errors.length > 0) throw new StartupError(`Some settings are invalid:\n  ${errors.join('\n  ')}`)
}
