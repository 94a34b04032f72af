import { href } from 'react-router'
import { type Query, withQuery } from '#platform/http/query.ts'
/** Who is signed in, as the pages know it. */
export type CurrentUser = {
  uid: string
  email: string
  emailVerified: boolean
  displayName: string
  photoURL: string | null
  isAdmin: boolean
}

/** What the specification's texts say when signing in or up is refused (product 8.2). */
export const signInTexts = {
  'auth/email-already-exists': 'Email alreay exits, please login',
  'auth/user-not-found': 'User is not Found, Please create new account',
  'auth/wrong-password': 'Password is not Match',
  'auth/invalid-password': 'Password is not valid',
  'auth/invalid-email': 'Email is not valid',
} as const

export type SignInRefusal = keyof typeof signInTexts

/** The text for a refused login; codes that the catalogue does not know share one. */
export function loginText(code: string): string {
  return isKnown(code) && code !== 'auth/email-already-exists'
    ? signInTexts[code]
    : 'Something went wrong'
}

/** When to try again, for whoever has to wait; empty where nobody said how long. */
export function retryText(seconds: number | undefined): string {
  if (seconds === undefined) return ''
  const [count, unit] = seconds < 60 ? [seconds, 'second'] : [Math.ceil(seconds / 60), 'minute']
  return `Try again in ${count} ${unit}${count === 1 ? '' : 's'}.`
}

/** The text for a refused registration. */
export function registerText(code: string): string {
  return code === 'auth/email-already-exists' ? signInTexts[code] : `Something went wrong ${code}`
}

const unverified = 'Google has not verified this e-mail, so it can’t be used to sign in.'

// What better-auth and Google call the ways in which a sign-in with Google ends early.
const googleTexts: Record<string, string> = {
  access_denied: 'Sign-in with Google was cancelled.',
  email_not_verified: unverified,
  // The same, where an account with that e-mail is there already.
  account_not_linked: unverified,
  state_mismatch: 'Sign-in with Google timed out. Please try again.',
  unreachable: 'Google is not responding. Please try again later.',
}

/** The text for a sign-in with Google that came to nothing; undefined when there was none. */
export function googleText(code: string | null): string | undefined {
  if (!code) return undefined
  return Object.hasOwn(googleTexts, code)
    ? googleTexts[code]
    : 'Sign-in with Google failed. Please try again.'
}

export const RESET_LINK_MINUTES = 10
export const RESET_LINK_SENT = 'A reset link was sent, please check your mail'

/** Where the link in a reset mail leads. */
export function resetPath(token: string): string {
  return withQuery(href('/reset-password'), { token })
}

/** What a form says beside a new password. */
export function newPasswordHint(site?: { minPasswordLength?: number }): string {
  return `At least ${site?.minPasswordLength ?? 6} characters`
}

export const WEAK_PASSWORD = 'auth/weak-password'

/** The text for a refused change of password; the form has checked the password itself. */
export function resetText(code: string): string {
  if (code === WEAK_PASSWORD) return `Something went wrong ${code}`
  return code === 'INVALID_TOKEN' || code === 'invalid'
    ? `This link was already used or is older than ${RESET_LINK_MINUTES} minutes.`
    : 'Something went wrong'
}

function isKnown(code: string): code is SignInRefusal {
  return Object.hasOwn(signInTexts, code)
}

/** Where the second step of a login asks for its code. */
export function codePath(origin: string): string {
  return loginPath(origin, { code: true })
}

const SHOP = 'http://shop.invalid'

/**
 * Where to go after signing in: a path of this site, or the home page when `wanted` leads elsewhere.
 */
export function safeReturnPath(wanted: string | null | undefined): string {
  if (!wanted || !/^\/(?![/\\])/.test(wanted)) return href('/')
  if (!URL.canParse(wanted, SHOP)) return href('/')
  const url = new URL(wanted, SHOP)
  // What a browser makes of it counts: it drops line breaks, and /.//x becomes //x.
  if (url.origin !== SHOP || url.pathname.startsWith('//')) return href('/')
  return url.pathname + url.search + url.hash
}

/** The login page's URL, remembering where to return to. */
export function loginPath(origin: string, more: Query = {}): string {
  return withQuery(href('/login'), { from: origin, ...more })
}
