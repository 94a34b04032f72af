/** The specification's texts for refused sign-ins and registrations (product 8.2). */
export const signInTexts = {
  'auth/email-already-exists': 'Email alreay exits, please login',
  'auth/user-not-found': 'User is not Found, Please create new account',
  'auth/wrong-password': 'Password is not Match',
  'auth/invalid-password': 'Password is not valid',
  'auth/invalid-email': 'Email is not valid',
} as const

export type SignInRefusal = keyof typeof signInTexts

export function loginText(code: string): string {
  return isKnown(code) && code !== 'auth/email-already-exists' ? signInTexts[code] : 'Something went wrong'
}

/** Returns when to try again; empty when no delay was given. */
export function retryText(seconds: number | undefined): string {
  if (seconds === undefined) return ''
  const [count, unit] = seconds < 60 ? [seconds, 'second'] : [Math.ceil(seconds / 60), 'minute']
  return `Try again in ${count} ${unit}${count === 1 ? '' : 's'}.`
}

export function registerText(code: string): string {
  return code === 'auth/email-already-exists' ? signInTexts[code] : `Something went wrong ${code}`
}

const unverified = 'Google has not verified this e-mail, so it can’t be used to sign in.'

// The codes with which better-auth and Google end a failed sign-in.
const googleTexts: Record<string, string> = {
  access_denied: 'Sign-in with Google was cancelled.',
  email_not_verified: unverified,
  // The same, when a user with that e-mail exists.
  account_not_linked: unverified,
  state_mismatch: 'Sign-in with Google timed out. Please try again.',
  unreachable: 'Google is not responding. Please try again later.',
}

/** Returns the text for a failed sign-in with Google; undefined without a failure. */
export function googleText(code: string | null): string | undefined {
  if (!code) return undefined
  return Object.hasOwn(googleTexts, code)
    ? googleTexts[code]
    : 'Sign-in with Google failed. Please try again.'
}

export const RESET_LINK_MINUTES = 10
export const RESET_LINK_SENT = 'A reset link was sent, please check your mail'

export function newPasswordHint(site?: { minPasswordLength?: number }): string {
  return `At least ${site?.minPasswordLength ?? 6} characters`
}

export const WEAK_PASSWORD = 'auth/weak-password'

/** Returns the text for a refused password change; the form has already validated the password. */
export function resetText(code: string): string {
  if (code === WEAK_PASSWORD) return `Something went wrong ${code}`
  return code === 'INVALID_TOKEN' || code === 'invalid'
    ? `This link was already used or is older than ${RESET_LINK_MINUTES} minutes.`
    : 'Something went wrong'
}

function isKnown(code: string): code is SignInRefusal {
  return Object.hasOwn(signInTexts, code)
}
