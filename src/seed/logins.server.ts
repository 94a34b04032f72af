import type { Db } from '#platform/database/database.server.ts'
import { generatedSecret } from '#platform/generated-secret.server.ts'
import type { Site } from '#platform/http/site.ts'
import type { Log } from '#platform/log.server.ts'
import type { Settings } from '#platform/settings.server.ts'
import { StartupError } from '#platform/startup-error.ts'
import { createAuth } from '#shop/auth/auth.server.ts'
import { createPasswordHashing } from '#shop/auth/password/password-hashing.server.ts'
import { checkPasswordPolicy } from '#shop/auth/password/password-policy.server.ts'
import { findAccount } from '#shop/auth/user-queries.server.ts'

export type Login = { who: string; email: string; password: string }

/**
 * Makes the first admin of a shop that has none, and in a demo a buyer too; who is deleted later
 * does not come back. Answers the logins that may be shown, in a demo, as long as they work.
 */
export async function ensureLogins(
  environment: { db: Db; log: Log; authSecret: string; site: Pick<Site, 'publicUrl'> },
  settings: Settings,
): Promise<Login[]> {
  const { db } = environment
  const isDemo = settings.SHOP_MODE === 'demo'
  const madeUp = (who: string) => generatedSecret(settings.DATA_DIR, `${who}-password`, 9)
  const admin = {
    who: 'admin',
    email: settings.ADMIN_EMAIL,
    password: settings.ADMIN_PASSWORD ?? madeUp('admin'),
  }
  const buyer = { who: 'buyer', email: 'buyer@forgewell.example', password: madeUp('buyer') }

  if (!(await hasAdmin(db))) {
    if (!isDemo) await refuseGuessable(admin)
    const ensure = createEnsure(environment)
    // The admin comes last: a start that breaks off in between is made good by the next one.
    if (isDemo) await ensure({ ...buyer, name: 'Demo Buyer', role: 'buyer' })
    await ensure({ ...admin, name: 'Forgewell Admin', role: 'admin' })
  }
  if (!isDemo) return []
  const working = await Promise.all([admin, buyer].map((login) => works(db, login)))
  return [admin, buyer]
    .filter((_, place) => working[place])
    .map((login) =>
      login === admin && settings.ADMIN_PASSWORD
        ? { ...login, password: '(ADMIN_PASSWORD)' }
        : login,
    )
}

async function refuseGuessable({ email, password }: Login): Promise<void> {
  if ((await checkPasswordPolicy('strict', password, [email])) === null) return
  throw new StartupError(
    'ADMIN_PASSWORD can be guessed: make one with `openssl rand -base64 18`, or use five words that nobody else would put together.',
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

function createEnsure(environment: {
  db: Db
  log: Log
  authSecret: string
  site: Pick<Site, 'publicUrl'>
}) {
  const { db, log, authSecret: secret, site } = environment
  const identity = createAuth({
    ...{ db, log, secret, publicUrl: site.publicUrl, trustedOrigins: [] },
    passwords: createPasswordHashing(),
  })
  return async (login: Login & { name: string; role: 'admin' | 'buyer' }) => {
    const { name, email, password, role } = login
    const found = await findAccount(db, email)
    const { id } =
      found ?? (await identity.api.signUpEmail({ body: { name, email, password } })).user
    // Who is made here is proven: it is the operator who names the e-mail.
    const proven = found ? {} : { emailVerified: true }
    await db
      .updateTable('account')
      .set({ role, ...proven })
      .where('id', '=', id)
      .execute()
    await db.deleteFrom('session').where('userId', '=', id).execute()
  }
}

async function works(db: Db, { email, password }: Login): Promise<boolean> {
  const row = await db
    .selectFrom('account')
    .innerJoin('credential', 'credential.userId', 'account.id')
    .select('credential.password as hash')
    .where('account.email', '=', email)
    .where('credential.providerId', '=', 'credential')
    .executeTakeFirst()
  const hash = row?.hash
  return hash ? createPasswordHashing().verify({ hash, password }) : false
}
