import type { BetterAuthPlugin } from 'better-auth'
import { APIError, createAuthMiddleware } from 'better-auth/api'
import type { Db } from '#platform/database/database.server.ts'
import { recordAudit } from '#shop/audit/audit.server.ts'
import { signInTexts } from '#shop/auth/auth.ts'
import { ADDRESS_HEADER } from '#shop/auth/ip-address-header.server.ts'

/**
 * Whose account it is when somebody comes from Google. Only an e-mail that Google has verified
 * counts; it opens the account with that e-mail, or makes one.
 */
export function googleAccounts({ db, publicUrl }: { db: Db; publicUrl: string }): BetterAuthPlugin {
  return {
    id: 'google-accounts',
    init: () => ({
      options: {
        // Where a browser goes that comes back without a state that could be read.
        onAPIError: { errorURL: `${publicUrl}/login` },
        account: {
          updateAccountOnSignIn: false,
          accountLinking: { enabled: true, requireLocalEmailVerified: false },
        },
        user: {
          validateUserInfo: async ({ user, source }, { headers }) => {
            if (source.oauth?.providerId !== 'google') return
            if (user.emailVerified !== true) return { error: 'email_not_verified' }
            if (source.action === 'link-account' && user.id) {
              const address = headers?.get(ADDRESS_HEADER) ?? null
              await dropUnprovenOwner(db, user.id, { name: user.name ?? '', address })
            }
          },
        },
        databaseHooks: {
          account: {
            create: {
              // The shop never calls Google in somebody's name: it keeps none of the tokens.
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
            // The password was dropped while it was being checked.
            await db.deleteFrom('session').where('id', '=', newSession.session.id).execute()
            const code = 'auth/wrong-password'
            throw new APIError(401, { code, message: signInTexts[code] })
          }),
        },
      ],
    },
  }
}

/**
 * Rule 5: the owner of an e-mail comes for an account that somebody opened with a password and
 * without ever proving that e-mail. Whatever that somebody left goes: the ways in, the sessions,
 * and a profile whose address could send the owner's tools elsewhere.
 */
function dropUnprovenOwner(
  db: Db,
  accountId: string,
  { name, address }: { name: string; address: string | null },
): Promise<void> {
  return db.transaction().execute(async (db) => {
    const owner = await db
      .updateTable('account')
      .set({ ...{ name, phone: '', country: '', city: '', address: '' }, emailVerified: true })
      .where('id', '=', accountId)
      .where('emailVerified', '=', false)
      .where('closedAt', 'is', null)
      .returning(['id', 'email'])
      .executeTakeFirst()
    if (!owner) return
    await db.deleteFrom('credential').where('userId', '=', accountId).execute()
    await db.deleteFrom('session').where('userId', '=', accountId).execute()
    await recordAudit(db, { action: 'account-reclaimed', actor: owner, subject: owner, address })
  })
}

async function hasPassword(db: Db, accountId: string): Promise<boolean> {
  const row = await db
    .selectFrom('credential')
    .select('id')
    .where('userId', '=', accountId)
    .where('providerId', '=', 'credential')
    .executeTakeFirst()
  return row !== undefined
}
