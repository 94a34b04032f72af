import { z } from '@hono/zod-openapi'
import type { AuthOperation } from '#shop/auth/auth-operations.ts'

const done = z.looseObject({})
const password = z.object({ password: z.string().optional() })
const code = z.object({ code: z.string() })

const notConfirmed = {
  401: 'Not signed in',
  403: 'A wrong password, or a login too long ago',
  429: 'Too many',
}
const limited = { 401: 'Not signed in, or a wrong code', 429: 'Too many' }

function row(
  method: 'get' | 'post',
  path: string,
  operationId: string,
  summary: string,
  more: Pick<AuthOperation, 'access' | 'sent' | 'refused'>,
): AuthOperation {
  return { method, path: `/auth/${path}`, operationId, summary, answered: done, ...more }
}

/** The endpoints for e-mail verification and security changes, for the OpenAPI description. */
export const securityOperations: AuthOperation[] = [
  row('get', 'verify-email', 'verifyEmail', 'Verify an e-mail by the token of a mailed link', {
    refused: {
      401: 'Not signed in, or a dead link',
      403: 'Another account’s link',
      429: 'Too many',
    },
  }),
  row('post', 'send-verification-email', 'repeatVerification', 'Have that link mailed again', {
    access: 'session',
    refused: limited,
  }),
  row('get', 'security', 'getSecurity', 'Read how I sign in', {
    access: 'session',
    refused: { 401: 'Not signed in' },
  }),
  row('post', 'change-password', 'changePassword', 'Change the password', {
    sent: z.object({ currentPassword: z.string(), newPassword: z.string() }),
    access: 'session',
    refused: notConfirmed,
  }),
  row('post', 'change-email', 'changeEmail', 'Ask for a change of e-mail', {
    sent: password.extend({ newEmail: z.string() }),
    access: 'session',
    refused: notConfirmed,
  }),
  row('post', 'two-factor/enable', 'setUpTwoFactor', 'Begin to set an authenticator app up', {
    sent: password,
    access: 'session',
    refused: notConfirmed,
  }),
  row('post', 'two-factor/disable', 'disableTwoFactor', 'Turn two-step sign-in off', {
    sent: password,
    access: 'session',
    refused: notConfirmed,
  }),
  row('post', 'two-factor/generate-backup-codes', 'newRecoveryCodes', 'Get new recovery codes', {
    sent: password,
    access: 'session',
    refused: notConfirmed,
  }),
  row('post', 'two-factor/verify-totp', 'verifyCode', 'Sign in with a code, or end the setup', {
    sent: code,
    refused: limited,
  }),
  row('post', 'two-factor/verify-backup-code', 'useRecoveryCode', 'Sign in with a recovery code', {
    sent: code,
    refused: { ...limited, 409: 'Used at the same moment' },
  }),
  row('post', 'passkey/generate-register-options', 'beginPasskey', 'Begin to add a passkey', {
    sent: password,
    access: 'session',
    refused: notConfirmed,
  }),
  row('post', 'passkey/verify-registration', 'addPasskey', 'Add the passkey', {
    sent: z.object({ response: z.unknown(), name: z.string() }),
    access: 'session',
    refused: { 401: 'Not signed in' },
  }),
  row('post', 'passkey/update-passkey', 'renamePasskey', 'Rename a passkey', {
    sent: z.object({ id: z.string(), name: z.string() }),
    access: 'session',
    refused: { 401: 'Not signed in, or not yours', 404: 'No such passkey' },
  }),
  row('post', 'passkey/delete-passkey', 'removePasskey', 'Remove a passkey', {
    sent: password.extend({ id: z.string() }),
    access: 'session',
    refused: { ...notConfirmed, 404: 'No such passkey' },
  }),
  row('get', 'passkey/generate-authenticate-options', 'askPasskey', 'Begin to use a passkey', {
    refused: { 429: 'Too many' },
  }),
  row('post', 'passkey/verify-authentication', 'signInWithPasskey', 'Sign in with a passkey', {
    sent: z.object({ response: z.unknown() }),
    refused: limited,
  }),
]
