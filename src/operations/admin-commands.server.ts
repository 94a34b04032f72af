import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { Db } from '#platform/database/database.server.ts'
import { normalEmail } from '#platform/email.ts'
import { recordAudit } from '#shop/audit/audit.server.ts'
import { createVerifiedAccount } from '#shop/auth/email-verification/verified-account.server.ts'
import { createPasswordHashing } from '#shop/auth/password/password-hashing.server.ts'
import { setPassword } from '#shop/auth/password/set-password.server.ts'
import { dropSecondFactors } from '#shop/auth/second-factor/second-factor.server.ts'
import { loginForm } from '#shop/auth/sign-in/auth-forms.ts'
import { forgetFailures } from '#shop/auth/sign-in/sign-in-limits.server.ts'
import { findAccount } from '#shop/auth/user-queries.server.ts'
import { promoteAccount } from '#shop/users/admin/promote-user.server.ts'
import { goLive } from './go-live.server.ts'
import { forgetAuthSecret } from './installation.server.ts'

/** What the operator of a shop may do from the command line, without being anybody's account. */
export const operatorCommand = z.discriminatedUnion('action', [
  z.object({
    action: z.enum(['create', 'promote', 'reset-password']),
    email: loginForm.shape.email.transform(normalEmail),
  }),
  z.object({ action: z.enum(['change-auth-secret', 'go-live']) }),
])

type OperatorCommand = z.infer<typeof operatorCommand>

/** What became of a command, in a sentence for the operator. */
export type OperatorAnswer = { ok: boolean; said: string }

const by = { actor: 'operator', address: null } as const

/** Makes an admin, makes an existing user one, gives a user a new password, forgets AUTH_SECRET or goes live. */
export async function runOperatorCommand(
  db: Db,
  command: OperatorCommand,
): Promise<OperatorAnswer> {
  if (!('email' in command)) return runForShop(db, command.action)
  const { action, email } = command
  if (action === 'create') return createAdmin(db, email)
  if (action === 'reset-password') return resetPassword(db, email)
  const promoted = await promoteAccount(db, email, by)
  return promoted ? good(`${email} is an admin.`) : noSuchUser(email)
}

async function runForShop(
  db: Db,
  action: 'change-auth-secret' | 'go-live',
): Promise<OperatorAnswer> {
  if (action === 'change-auth-secret') {
    await forgetAuthSecret(db)
    return good(
      'Everybody is logged out, and authenticator apps must be set up again. The next start takes the AUTH_SECRET that is set then.',
    )
  }
  await goLive(db)
  return good(
    'The demo’s logins, orders and payments are gone; the catalogue stays. Start with SHOP_MODE=live: the first admin is ADMIN_EMAIL.',
  )
}

async function createAdmin(db: Db, email: string): Promise<OperatorAnswer> {
  const { password, hash } = await makeUpPassword()
  return db.transaction().execute(async (db) => {
    const name = email.split('@')[0] ?? email
    const id = await createVerifiedAccount(db, { email, name, role: 'admin' })
    if (!id) {
      return bad(`The user ${email} already exists: promote it or reset its password.`)
    }
    await setPassword(db, id, hash)
    await recordAudit(db, { action: 'role-changed', subject: { id, email }, ...by })
    return good(`${email} is an admin. Password: ${password}`)
  })
}

async function resetPassword(db: Db, email: string): Promise<OperatorAnswer> {
  const { password, hash } = await makeUpPassword()
  return db.transaction().execute(async (db) => {
    const account = await findAccount(db, email)
    if (!account) return noSuchUser(email)
    await setPassword(db, account.id, hash)
    await forgetFailures(db, account.email)
    await dropSecondFactors(db, account.id)
    await recordAudit(db, { action: 'password-reset', subject: account, ...by })
    return good(`${email} is logged out everywhere. New password: ${password}`)
  })
}

async function makeUpPassword(): Promise<{ password: string; hash: string }> {
  const password = randomBytes(12).toString('base64url')
  return { password, hash: await createPasswordHashing().hash(password) }
}

const good = (said: string): OperatorAnswer => ({ ok: true, said })
const bad = (said: string): OperatorAnswer => ({ ok: false, said })
const noSuchUser = (email: string) => bad(`There is no user ${email}.`)
