import { href } from 'react-router'
import { withQuery } from '#platform/http/query.ts'
export const VERIFICATION_LINK_HOURS = 24

/** The purpose of a link: verifying a user's e-mail, or confirming the old or new e-mail of a change. */
export type VerificationStep = 'first' | 'old' | 'new'

export function verifyEmailPath(token: string, step: VerificationStep = 'first'): string {
  return withQuery(href('/verify-email'), { token, step: step === 'first' ? undefined : step })
}

export function verifiedText(step: string | null): string {
  if (step === 'new') return 'Thank you, your e-mail was changed.'
  if (step !== 'old') return 'Thank you, your e-mail is now confirmed.'
  return 'Thank you. We have sent another link to your new e-mail. Please open it to complete the change.'
}

const linkTexts: Record<string, string> = {
  'auth/other-account': 'This link belongs to another account. Please log in to that account.',
  'too-many': 'Too many attempts. Please try again in a few minutes.',
  TOKEN_EXPIRED: `This link is older than ${VERIFICATION_LINK_HOURS} hours. Please request a new one.`,
}

export function verificationText(code: string): string {
  if (Object.hasOwn(linkTexts, code)) return linkTexts[code] ?? ''
  return 'This link does not work. Please request a new one.'
}
