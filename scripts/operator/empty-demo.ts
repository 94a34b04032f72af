import { join } from 'node:path'
import type { OperatorResult } from '#operations/admin-commands.server.ts'
import { backUpBesideData } from '#operations/backup/backup.server.ts'
import { isShopRunning } from '#operations/go-live.server.ts'
import { findShopMode } from '#operations/installation.server.ts'
import { beginOwnShop, findFirstAdmin } from '#operations/own-shop/begin-own-shop.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { openFiles, PATIENT } from '#platform/files/open-files.server.ts'
import type { Settings } from '#platform/settings/settings.server.ts'
import { ownShopForm } from '#shop/brand/own-shop-form.ts'

const USAGE =
  'Usage: npm run admin -- empty-demo "SHOP NAME" "YOUR NAME" YOUR_EMAIL   makes a backup, then removes everything of a stopped demo'

/** Removes the demo of a stopped shop, after a backup. */
export async function emptyDemoOf(
  db: Db,
  databaseUrl: string,
  settings: Settings,
  [shopName, name, email, ...others]: string[],
): Promise<OperatorResult> {
  const owner = ownShopForm.safeParse({ shopName, name, email })
  if (!owner.success || others.length > 0) {
    const [issue] = owner.error?.issues ?? []
    return failed(email && issue ? issue.message : USAGE)
  }
  if ((await findShopMode(db)) !== 'demo') return failed('This is not a demo, so nothing is removed.')
  if (await isShopRunning(db)) return failed('The shop is running. Stop it, then run this again.')
  const admin = await findFirstAdmin(db)
  if (!admin) return failed('There is no admin who could stay: start the shop once.')
  const { DATA_DIR: dataDir, S3_URL } = settings
  const files = await openFiles(settings, join(dataDir, 'media'), PATIENT)
  const bucket = S3_URL ? { bucket: files } : {}
  const backUp = () => backUpBesideData({ databaseUrl, dataDir, ...bucket })
  const audit = { actor: 'operator', ipAddress: null } as const
  const begun = await beginOwnShop({ db, files, backUp }, admin, owner.data, audit)
  files.close()
  if ('refused' in begun) return failed(begun.refused)
  return {
    ok: true,
    message: `The demo is gone; a backup of it is in ${begun.backup}. Log in as ${owner.data.email} with the admin's password, or set another: npm run admin -- reset-password ${owner.data.email}`,
  }
}

const failed = (message: string): OperatorResult => ({ ok: false, message })
