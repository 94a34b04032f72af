import { type Refusal, refusals } from '#platform/http/api/refusals.server.ts'
import { signInTexts } from './auth-texts.ts'

export type AuthRefusal = Refusal<
  | 'not-signed-in'
  | 'second-factor-required'
  | 'not-allowed'
  | 'sees-as-customer'
  | 'no-such-session'
  | 'order-without-verified-email'
  | 'email-change-without-verified-email'
  | 'login-again'
  | 'auth/wrong-password'
  | 'foreign-origin'
  | 'no-form'
>

export const refuseAuth = refusals<AuthRefusal>({
  'not-signed-in': { status: 401, text: 'Please log in to continue.' },
  'second-factor-required': {
    status: 403,
    text: 'Admins must use two-step sign-in. Please set it up on your security page.',
  },
  'not-allowed': { status: 403, text: 'Only an admin may do this.' },
  'sees-as-customer': {
    status: 403,
    text: 'You see the shop as a customer, so nothing can be changed. End this at the top of the page first.',
  },
  'no-such-session': { status: 404, text: 'There is no such session.' },
  'order-without-verified-email': {
    status: 403,
    code: 'email-not-verified',
    text: 'Please confirm your e-mail first: the link is in the mail that we sent you.',
  },
  'email-change-without-verified-email': {
    status: 403,
    code: 'email-not-verified',
    text: 'Please confirm your current e-mail first.',
  },
  'login-again': {
    status: 403,
    text: 'Please log in again first: your last login was too long ago.',
  },
  'auth/wrong-password': { status: 403, text: signInTexts['auth/wrong-password'] },
  'foreign-origin': { status: 403, text: "Please start from the shop's login page." },
  'no-form': { status: 400, code: 'malformed', text: 'The request must be a form submission.' },
})
