import type { RouteConfig } from '@hono/zod-openapi'
import { z } from '@hono/zod-openapi'
import { ACCESS } from '#platform/http/api/public-route.server.ts'
import { answers, body, refusalsOf, refuses } from '#platform/http/api/rest-api.server.ts'
import { loginForm, passwordReset, registerForm, resetRequestForm } from '#shop/auth/auth-forms.ts'
import type { AuthOperation } from '#shop/auth/auth-operation.ts'
import { securityOperations } from '#shop/auth/security/security-operations.ts'

const authUser = z
  .looseObject({ id: z.string(), email: z.string(), name: z.string(), emailVerified: z.boolean() })
  .openapi('AuthUser')
const session = z.looseObject({ id: z.string(), expiresAt: z.string() })
const signedIn = z.looseObject({ token: z.string().nullable(), user: authUser })
const outcome = z.looseObject({ success: z.boolean() })

/**
 * The endpoints under /auth for the OpenAPI description. They belong to better-auth, so no route
 * schema documents them. Each endpoint in `authRoutes` needs a row here.
 */
const operations: AuthOperation[] = [
  {
    method: 'post',
    path: '/auth/sign-up/email',
    operationId: 'signUp',
    summary: 'Register with e-mail and password',
    sent: registerForm,
    answered: signedIn,
    answer: 'Signed up; Retry-After says when the link can be requested, if none was sent',
    refused: { 403: 'A foreign origin', 422: 'Validation failed', 429: 'Too many' },
  },
  {
    method: 'post',
    path: '/auth/sign-in/email',
    operationId: 'signIn',
    summary: 'Sign in with e-mail and password',
    sent: loginForm,
    // Before the second step there is no session.
    answered: z.union([signedIn, z.looseObject({ twoFactorRedirect: z.literal(true) })]),
    refused: {
      401: 'Unknown user or wrong password',
      403: 'A foreign origin',
      422: 'Validation failed',
      429: 'Too many',
    },
  },
  {
    method: 'post',
    path: '/auth/sign-out',
    operationId: 'signOut',
    summary: 'End the session',
    answered: outcome,
    refused: { 403: 'A foreign origin' },
  },
  {
    method: 'get',
    path: '/auth/get-session',
    operationId: 'getSession',
    summary: 'Read the current session',
    answered: z.union([z.looseObject({ session, user: authUser }), z.null()]),
    refused: { 403: 'A foreign origin' },
  },
  {
    method: 'post',
    path: '/auth/request-password-reset',
    operationId: 'requestPasswordReset',
    summary: 'Request a password reset link',
    sent: resetRequestForm,
    answered: z.looseObject({ status: z.boolean() }),
    refused: { 403: 'A foreign origin', 422: 'Validation failed', 429: 'Too many' },
  },
  {
    method: 'post',
    path: '/auth/reset-password',
    operationId: 'resetPassword',
    summary: 'Set a new password with a reset link',
    sent: passwordReset,
    answered: z.looseObject({ status: z.boolean() }),
    refused: { 403: 'A foreign origin', 422: 'Validation failed' },
  },
  {
    method: 'post',
    path: '/auth/sign-in/google',
    operationId: 'startGoogleSignIn',
    summary: 'Start a sign-in with Google by a form post',
    redirect: 303,
    refused: {
      403: 'A foreign origin',
      404: 'Sign-in with Google is not configured',
      429: 'Too many',
    },
  },
  {
    method: 'get',
    path: '/auth/callback/google',
    operationId: 'finishGoogleSignIn',
    summary: 'Callback of a sign-in with Google',
    redirect: 302,
    refused: { 404: 'Sign-in with Google is not configured' },
  },
]

export function authOperations(): RouteConfig[] {
  return [...operations, ...securityOperations].map(
    ({ access = 'public', sent, answered, answer = 'Done', redirect, refused, ...operation }) => ({
      ...operation,
      [ACCESS]: access,
      security: access === 'session' ? [{ session: [] }] : [],
      ...(sent && { request: { body: body(sent) } }),
      responses: {
        ...(answered && { 200: answers(answer, answered) }),
        ...(redirect && { [redirect]: { description: 'Redirect' }, default: refuses('Refused') }),
        400: refuses('Malformed, or an invalid link'),
        ...refusalsOf(refused),
      },
    }),
  )
}
