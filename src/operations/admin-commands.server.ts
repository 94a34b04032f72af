import { randomBytes } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import { z } from 'zod'
import type { Db } from '#platform/database/database.server.ts'
import { normalEmail } from '#platform/email.ts'
import { recordAudit } from '#shop/audit/audit.server.ts'
import { loginForm } from '#shop/auth/auth-forms.ts'
import { createPasswordHashing } from '#shop/auth/password/password-hashing.server.ts'
import { setPassword } from '#shop/auth/password/set-password.server.ts'
import { findAccount } from '#shop/auth/user-queries.server.ts'
import { promoteAccount } from '#shop/users/admin/promote-user.server.ts'

/** What the operator of a shop may do from the command line, without being anybody's account. */
export const operatorCommand = z.object({
  action: z.enum(['create', 'promote', 'reset-password']),
  email: loginForm.shape.email.transform(normalEmail),
})

type OperatorCommand = z.infer<typeof operatorCommand>

/** What became of a command, in a sentence for the operator. */
export type OperatorAnswer = { ok: boolean; said: string }

const by = { actor: 'operator', address: null } as const

/** Makes an admin, makes an existing user one, or gives a user a new password. */
export async function runOperatorCommand(
  db: Db,
  { action, email }: OperatorCommand,
): Promise<OperatorAnswer> {
  if (action === 'create') return createAdmin(db, email)
  if (action === 'reset-password') return resetPassword(db, email)
  const promoted = await promoteAccount(db, email, by)
  return promoted ? good(`${email} is an admin.`) : noSuchUser(email)
}

async function createAdmin(db: Db, email: string): Promise<OperatorAnswer> {
  const { password, hash } = await makeUpPassword()
  return db.transaction().execute(async (db) => {
    const id = uuidv7()
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('account')
      .values({ id, email, name: email.split('@')[0] ?? email, role: 'admin' })
      .onConflict((conflict) => conflict.column('email').doNothing())
      .executeTakeFirstOrThrow()
    if (numInsertedOrUpdatedRows === 0n) {
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
