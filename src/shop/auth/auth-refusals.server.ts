import { forbidden, malformed, notFound, type Refusal, refusals } from '#platform/http/api/refusals.server.ts'
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
  'second-factor-required': forbidden(
    'Admins must use two-step sign-in. Please set it up on your security page.',
  ),
  'not-allowed': forbidden('Only an admin may do this.'),
  'sees-as-customer': forbidden(
    'You see the shop as a customer, so nothing can be changed. End this at the top of the page first.',
  ),
  'no-such-session': notFound('There is no such session.'),
  'order-without-verified-email': forbidden(
    'Please confirm your e-mail first: the link is in the mail that we sent you.',
    { code: 'email-not-verified' },
  ),
  'email-change-without-verified-email': forbidden('Please confirm your current e-mail first.', {
    code: 'email-not-verified',
  }),
  'login-again': forbidden('Please log in again first: your last login was too long ago.'),
  'auth/wrong-password': forbidden(signInTexts['auth/wrong-password']),
  'foreign-origin': forbidden("Please start from the shop's login page."),
  'no-form': malformed('The request must be a form submission.', { code: 'malformed' }),
})
