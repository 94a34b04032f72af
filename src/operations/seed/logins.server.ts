import type { Db } from '#platform/database/database.server.ts'
import { generatedSecret } from '#platform/generated-secret.server.ts'
import type { Settings } from '#platform/settings/settings.server.ts'
import { StartupError } from '#platform/startup-error.ts'
import { createVerifiedUser } from '#shop/auth/email-verification/verified-account.server.ts'
import { createPasswordHashing } from '#shop/auth/password/password-hashing.server.ts'
import { checkPasswordPolicy } from '#shop/auth/password/password-policy.server.ts'
import { setPassword } from '#shop/auth/password/set-password.server.ts'
import { findUser } from '#shop/auth/user-queries.server.ts'
import { COMPANY_BUYER } from './demo-business.server.ts'

/** A login to print at start; `who` is its role. */
export type Login = {
  who: 'admin' | 'buyer' | 'company buyer'
  email: string
  /** Null if the operator chose it (ADMIN_PASSWORD). */
  password: string | null
  hash: string
}

type NewLogin = { who: Login['who']; email: string; password: string }

const emails = { buyer: 'buyer@forgewell.example', 'company buyer': COMPANY_BUYER }

/** A login of the demo. A live shop has none, so it stores no password for it. */
export const demoLogin = (settings: Settings, who: keyof typeof emails): NewLogin => ({
  who,
  email: emails[who],
  password: generatedPassword(settings, who.replace(' ', '-')),
})

const adminLogin = (settings: Settings): NewLogin => ({
  who: 'admin',
  email: settings.ADMIN_EMAIL,
  password: settings.ADMIN_PASSWORD ?? generatedPassword(settings, 'admin'),
})

const generatedPassword = ({ DATA_DIR }: Settings, who: string) =>
  generatedSecret(DATA_DIR, `${who}-password`, 9)

/**
 * Creates the first admin when the shop has no admin, and in a demo that its owner has not emptied
 * (`isOwn`) a buyer too. Throws a StartupError when a live shop's ADMIN_PASSWORD is weak (product 11.2).
 */
export async function ensureLogins(
  { db, isOwn = false }: { db: Db; isOwn?: boolean },
  settings: Settings,
): Promise<void> {
  if (await hasAdmin(db)) return
  const admin = adminLogin(settings)
  const isDemo = settings.SHOP_MODE === 'demo'
  if (!isDemo) await requireStrongPassword(admin)
  // The admin comes last, so that the next start repeats an interrupted one.
  const hasDemo = isDemo && !isOwn
  if (hasDemo) {
    const buyer = demoLogin(settings, 'buyer')
    await ensureLogin(db, { ...buyer, name: 'Demo Buyer', role: 'buyer' })
  }
  const name = hasDemo ? 'Forgewell Admin' : (admin.email.split('@')[0] ?? admin.email)
  await ensureLogin(db, { ...admin, name, role: 'admin' })
}

/** Returns the demo's logins that still work, for printing; a live shop has none. */
export async function findDemoLogins(db: Db, settings: Settings): Promise<Login[]> {
  if (settings.SHOP_MODE !== 'demo') return []
  const admin = adminLogin(settings)
  const buyers = [demoLogin(settings, 'buyer'), demoLogin(settings, 'company buyer')]
  const logins = []
  for (const login of [admin, ...buyers]) {
    const hash = await passwordHash(db, login.email)
    if (!hash || !(await createPasswordHashing().verify({ hash, password: login.password }))) continue
    const isChosen = login === admin && settings.ADMIN_PASSWORD
    logins.push({ ...login, hash, password: isChosen ? null : login.password })
  }
  return logins
}

async function requireStrongPassword({ email, password }: NewLogin): Promise<void> {
  if ((await checkPasswordPolicy('strict', password, [email])) === null) return
  throw new StartupError(
    'ADMIN_PASSWORD is too easy to guess: generate one with `openssl rand -base64 18`, or use five unrelated words.',
  )
}

async function hasAdmin(db: Db): Promise<boolean> {
  const admin = await db
    .selectFrom('account')
    .select('id')
    .where('role', '=', 'admin')
    .where('closedAt', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return admin !== undefined
}

/** Creates a verified user, because the operator chose the e-mail, or changes the role of an existing one. */
async function ensureLogin(
  db: Db,
  { name, email, password, role }: NewLogin & { name: string; role: 'admin' | 'buyer' },
): Promise<void> {
  const hash = await createPasswordHashing().hash(password)
  await db.transaction().execute(async (db) => {
    const id = await createVerifiedUser(db, { name, email, role })
    if (id) return setPassword(db, id, hash)
    const user = await findUser(db, email)
    if (!user) return
    await db.updateTable('account').set({ role }).where('id', '=', user.id).execute()
    await db.deleteFrom('session').where('userId', '=', user.id).execute()
  })
}

/** Returns the hash of a user's password; undefined for an unknown user or one without a password. */
export async function passwordHash(db: Db, email: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('account')
    .innerJoin('credential', 'credential.userId', 'account.id')
    .select('credential.password as hash')
    .where('account.email', '=', email)
    .where('account.closedAt', 'is', null)
    .where('credential.providerId', '=', 'credential')
    .executeTakeFirst()
  return row?.hash ?? undefined
}
