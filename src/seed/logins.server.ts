import type { Db } from '#platform/database.server.ts'
import { keptSecret } from '#platform/kept-secret.server.ts'
import type { Log } from '#platform/log.server.ts'
import type { Settings } from '#platform/settings.server.ts'
import type { Site } from '#platform/site.ts'
import { findAccount } from '#shop/accounts/account-queries.server.ts'
import { createIdentity } from '#shop/accounts/identity.server.ts'
import { createPasswordHashing } from '#shop/accounts/password-hashing.server.ts'

export type Login = { who: string; email: string; password: string }

/**
 * Makes the first admin, and in a demo a buyer too, unless there are such accounts. Answers the
 * logins whose passwords were made up and may be shown.
 */
export async function ensureLogins(
  environment: { db: Db; log: Log; authSecret: string; site: Site },
  settings: Settings,
): Promise<Login[]> {
  const { db, log, authSecret: secret, site } = environment
  const { publicUrl } = site
  const identity = createIdentity({
    ...{ db, log, secret, publicUrl, trustedOrigins: [] },
    passwords: createPasswordHashing(),
  })
  const ensure = async (name: string, role: 'admin' | 'buyer', email: string, password: string) => {
    if (await findAccount(db, email)) return
    const { user } = await identity.api.signUpEmail({ body: { name, email, password } })
    await db.updateTable('account').set({ role }).where('id', '=', user.id).execute()
    await db.deleteFrom('session').where('userId', '=', user.id).execute()
  }
  const isDemo = settings.SHOP_MODE === 'demo'
  const madeUp = (who: string) => keptSecret(settings.DATA_DIR, `${who}-password`, 9)

  const admin = {
    who: 'admin',
    email: settings.ADMIN_EMAIL ?? 'admin@forgewell.example',
    password: settings.ADMIN_PASSWORD ?? madeUp('admin'),
  }
  await ensure('Forgewell Admin', 'admin', admin.email, admin.password)
  if (!isDemo) return []

  const buyer = { who: 'buyer', email: 'buyer@forgewell.example', password: madeUp('buyer') }
  await ensure('Demo Buyer', 'buyer', buyer.email, buyer.password)
  return settings.ADMIN_PASSWORD
    ? [{ ...admin, password: '(ADMIN_PASSWORD)' }, buyer]
    : [admin, buyer]
}
