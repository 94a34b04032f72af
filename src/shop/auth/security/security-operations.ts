import { z } from '@hono/zod-openapi'
import type { AuthOperation } from '#shop/auth/auth-operation.ts'

const outcome = z.looseObject({})
const password = z.object({ password: z.string().optional() })
const code = z.object({ code: z.string() })

const notConfirmed = {
  401: 'Not signed in',
  403: 'Wrong password, or the last login is too old',
  429: 'Too many',
}
const limited = { 401: 'Not signed in, or wrong code', 429: 'Too many' }

function row(
  method: 'get' | 'post',
  path: string,
  operationId: string,
  summary: string,
  more: Pick<AuthOperation, 'access' | 'sent' | 'refused'>,
): AuthOperation {
  return { method, path: `/auth/${path}`, operationId, summary, answered: outcome, ...more }
}

/** The endpoints for e-mail verification and security changes, for the OpenAPI description. */
export const securityOperations: AuthOperation[] = [
  row('get', 'verify-email', 'verifyEmail', 'Verify an e-mail with the token of a link', {
    refused: {
      401: 'Not signed in, or an invalid link',
      403: 'The link belongs to another account',
      429: 'Too many',
    },
  }),
  row('post', 'send-verification-email', 'repeatVerification', 'Send the verification link again', {
    access: 'session',
    refused: limited,
  }),
  row('get', 'security', 'getSecurity', 'Read my sign-in methods', {
    access: 'session',
    refused: { 401: 'Not signed in' },
  }),
  row('post', 'change-password', 'changePassword', 'Change the password', {
    sent: z.object({ currentPassword: z.string(), newPassword: z.string() }),
    access: 'session',
    refused: notConfirmed,
  }),
  row('post', 'change-email', 'changeEmail', 'Request a change of e-mail', {
    sent: password.extend({ newEmail: z.string() }),
    access: 'session',
    refused: notConfirmed,
  }),
  row('post', 'two-factor/enable', 'setUpTwoFactor', 'Start setting up an authenticator app', {
    sent: password,
    access: 'session',
    refused: notConfirmed,
  }),
  row('post', 'two-factor/disable', 'disableTwoFactor', 'Turn off two-step sign-in', {
    sent: password,
    access: 'session',
    refused: notConfirmed,
  }),
  row('post', 'two-factor/generate-backup-codes', 'newRecoveryCodes', 'Get new recovery codes', {
    sent: password,
    access: 'session',
    refused: notConfirmed,
  }),
  row('post', 'two-factor/verify-totp', 'verifyCode', 'Sign in with a code, or complete the setup', {
    sent: code,
    refused: limited,
  }),
  row('post', 'two-factor/verify-backup-code', 'useRecoveryCode', 'Sign in with a recovery code', {
    sent: code,
    refused: { ...limited, 409: 'Used by a concurrent request' },
  }),
  row('post', 'passkey/generate-register-options', 'beginPasskey', 'Start adding a passkey', {
    sent: password,
    access: 'session',
    refused: notConfirmed,
  }),
  row('post', 'passkey/verify-registration', 'addPasskey', 'Add the passkey', {
    sent: z.object({ response: z.unknown(), name: z.string() }),
    access: 'session',
    refused: { 401: 'Not signed in' },
  }),
  row('post', 'passkey/delete-passkey', 'removePasskey', 'Remove a passkey', {
    sent: password.extend({ id: z.string() }),
    access: 'session',
    refused: { ...notConfirmed, 404: 'No such passkey' },
  }),
  row('get', 'passkey/generate-authenticate-options', 'askPasskey', 'Start a passkey sign-in', {
    refused: { 429: 'Too many' },
  }),
  row('post', 'passkey/verify-authentication', 'signInWithPasskey', 'Sign in with a passkey', {
    sent: z.object({ response: z.unknown() }),
    refused: limited,
  }),
]
