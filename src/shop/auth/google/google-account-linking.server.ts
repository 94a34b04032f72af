import type { BetterAuthPlugin } from 'better-auth'
import { APIError, createAuthMiddleware } from 'better-auth/api'
import { href } from 'react-router'
import type { Db } from '#platform/database/database.server.ts'
import { ipAddressIn } from '#platform/http/ip-address.server.ts'
import { signInTexts } from '#shop/auth/auth-texts.ts'
import { type ReclaimHooks, reclaimAccount } from '#shop/auth/email-verification/reclaim-account.server.ts'
import { hasPassword } from '#shop/auth/user-queries.server.ts'

/**
 * Chooses the user for a Google sign-in. Only an e-mail verified by Google counts; it opens the
 * user with that e-mail or creates one.
 */
export function googleAccountLinking(environment: {
  db: Db
  reclaim: ReclaimHooks
  publicUrl: string
}): BetterAuthPlugin {
  const { db, reclaim, publicUrl } = environment
  return {
    id: 'google-accounts',
    init: () => ({
      options: {
        // The redirect target for a callback without a readable state.
        onAPIError: { errorURL: publicUrl + href('/login') },
        account: {
          updateAccountOnSignIn: false,
          accountLinking: { enabled: true, requireLocalEmailVerified: false },
        },
        user: {
          validateUserInfo: async ({ user, source }, { headers }) => {
            if (source.oauth?.providerId !== 'google') return
            if (user.emailVerified !== true) return { error: 'email_not_verified' }
            if (source.action === 'link-account' && user.id) {
              const ipAddress = ipAddressIn(headers)
              const owner = { name: user.name ?? '', ipAddress, keepsPassword: false }
              await reclaimAccount(db, reclaim, user.id, owner)
            }
          },
        },
        databaseHooks: {
          account: {
            create: {
              // The shop never calls Google's APIs, so it stores no tokens.
              before: async (credential) => ({
                data: { ...credential, accessToken: null, refreshToken: null, idToken: null },
              }),
            },
          },
        },
      },
    }),
    hooks: {
      after: [
        {
          matcher: ({ path }) => path === '/sign-in/email',
          handler: createAuthMiddleware(async ({ context: { newSession } }) => {
            if (!newSession || (await hasPassword(db, newSession.user.id))) return
            // The password was removed while it was being checked.
            await db.deleteFrom('session').where('id', '=', newSession.session.id).execute()
            const code = 'auth/wrong-password'
            throw new APIError(401, { code, message: signInTexts[code] })
          }),
        },
      ],
    },
  }
}
