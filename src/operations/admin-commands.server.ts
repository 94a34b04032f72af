import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { Db } from '#platform/database/database.server.ts'
import { normalEmail } from '#platform/email.ts'
import { recordAudit } from '#shop/audit/audit.server.ts'
import { loginForm } from '#shop/auth/auth-forms.ts'
import { createVerifiedUser } from '#shop/auth/email-verification/verified-account.server.ts'
import { createPasswordHashing } from '#shop/auth/password/password-hashing.server.ts'
import { setPassword } from '#shop/auth/password/set-password.server.ts'
import { dropSecondFactors } from '#shop/auth/second-factor/second-factor.server.ts'
import { clearFailures } from '#shop/auth/sign-in/sign-in-limits.server.ts'
import { findUser } from '#shop/auth/user-queries.server.ts'
import { recordPaidBack } from '#shop/refunds/failed-refunds.server.ts'
import { promoteUser } from '#shop/users/admin/change-role.server.ts'
import { goLive, isShopRunning } from './go-live.server.ts'
import { forgetAuthSecret } from './installation.server.ts'
import { removeDemo } from './seed/remove-demo.server.ts'

/** The commands of `npm run admin`. They need access to the machine, not an account in the shop. */
export const operatorCommand = z.discriminatedUnion('action', [
  z.object({
    action: z.enum(['create', 'promote', 'reset-password']),
    email: loginForm.shape.email.transform(normalEmail),
  }),
  z.object({ action: z.enum(['change-auth-secret', 'go-live', 'remove-demo']) }),
  z.object({
    action: z.literal('paid-back'),
    payment: z.string().regex(/^\w{1,255}$/),
    reference: z.string().trim().min(1).max(100),
    refund: z.uuid().optional(),
  }),
])

type OperatorCommand = z.infer<typeof operatorCommand>

/** The outcome of a command. `message` is printed on the operator's terminal. */
export type OperatorResult = { ok: boolean; message: string }

const by = { actor: 'operator', ipAddress: null } as const

/** Runs one operator command. Expected failures, such as an unknown user, are `ok: false`. */
export async function runOperatorCommand(db: Db, command: OperatorCommand): Promise<OperatorResult> {
  if (command.action === 'paid-back') return payBack(db, command)
  if (!('email' in command)) return runForShop(db, command.action)
  const { action, email } = command
  if (action === 'create') return createAdmin(db, email)
  if (action === 'reset-password') return resetPassword(db, email)
  const promoted = await promoteUser(db, email, by)
  if (!('refused' in promoted)) return succeeded(`${email} is an admin.`)
  if (promoted.refused !== 'email-not-verified') return noSuchUser(email)
  return failed(`${email} hasn’t confirmed the address, so it may not be theirs, and can’t become an admin.`)
}

async function runForShop(db: Db, action: 'change-auth-secret' | 'go-live' | 'remove-demo') {
  if (action === 'change-auth-secret') {
    await forgetAuthSecret(db)
    return succeeded(
      'All users are logged out, and authenticator apps must be set up again. The next start accepts a new AUTH_SECRET.',
    )
  }
  if (action === 'remove-demo') {
    const { products, posts, reviews } = await removeDemo(db, by)
    return succeeded(`Removed from the demo: ${products} products, ${posts} posts and ${reviews} reviews.`)
  }
  if (await isShopRunning(db)) {
    return failed('The shop is running. Stop it, then run go-live again.')
  }
  await goLive(db)
  return succeeded(
    'The demo is gone: logins, orders, payments, messages, companies, price lists, tools and texts of the demo. Your own catalogue is unchanged. Now start with SHOP_MODE=live, which creates the admin ADMIN_EMAIL.',
  )
}

async function payBack(
  db: Db,
  { payment, reference, refund }: { payment: string; reference: string; refund?: string },
): Promise<OperatorResult> {
  const recorded = await recordPaidBack(db, payment, reference, refund)
  if ('amount' in recorded) {
    return succeeded(`${recorded.amount} of ${payment} are recorded as paid back: ${reference}`)
  }
  if (recorded.choose.length === 0) return failed(`There is no failed refund of ${payment}.`)
  const list = recorded.choose.map(({ id, amount }) => `--refund ${id} (${amount})`)
  return failed(`Say which refund of ${payment} was paid back: ${list.join(', ')}`)
}

async function createAdmin(db: Db, email: string): Promise<OperatorResult> {
  const { password, hash } = await generatePassword()
  return db.transaction().execute(async (db) => {
    const name = email.split('@')[0] ?? email
    const id = await createVerifiedUser(db, { email, name, role: 'admin' })
    if (!id) {
      return failed(`The user ${email} already exists. Use promote or reset-password instead.`)
    }
    await setPassword(db, id, hash)
    await recordAudit(db, { action: 'role-changed', subject: { id, email }, ...by })
    return succeeded(`${email} is an admin. Password: ${password}`)
  })
}

async function resetPassword(db: Db, email: string): Promise<OperatorResult> {
  const { password, hash } = await generatePassword()
  return db.transaction().execute(async (db) => {
    const account = await findUser(db, email)
    if (!account) return noSuchUser(email)
    await setPassword(db, account.id, hash)
    await clearFailures(db, account.email)
    await dropSecondFactors(db, account.id)
    await recordAudit(db, { action: 'password-reset', subject: account, ...by })
    return succeeded(`${email} is logged out everywhere. New password: ${password}`)
  })
}

async function generatePassword(): Promise<{ password: string; hash: string }> {
  const password = randomBytes(12).toString('base64url')
  return { password, hash: await createPasswordHashing().hash(password) }
}

const succeeded = (message: string): OperatorResult => ({ ok: true, message })
const failed = (message: string): OperatorResult => ({ ok: false, message })
const noSuchUser = (email: string) => failed(`There is no user ${email}.`)
