import { sql } from 'kysely'
import type { Db } from '#platform/database/database.server.ts'
import type { SiteLook } from '#platform/http/site.ts'
import { recordAudit } from '#shop/audit/audit.server.ts'
import type { AuditContext } from '#shop/auth/access/caller.server.ts'
import { nearestReadable } from './accent.ts'
import type { BrandChanges } from './brand-form.ts'

export type Brand = Awaited<ReturnType<typeof findBrand>>

/** Returns what the owner has set; null where the settings or the defaults hold. */
export function findBrand(db: Db) {
  return db
    .selectFrom('brand')
    .select([
      'name',
      'contactEmail',
      'logo',
      'darkLogo',
      'linkImage',
      'accent',
      'darkAccent',
      'logoHasName',
      'sellerName',
      'sellerAddress',
      'taxId',
      'bank',
      'taxName',
      'taxPercent',
      'timeZone',
      'carriers',
      'lowestPrice',
      'mailGreeting',
      'mailClosing',
      'orderMails',
      'weeklyMail',
      'version',
    ])
    .executeTakeFirstOrThrow()
}

/** Saves changes of the brand; null when it was changed after the version that the editor saw. */
export function saveBrand(
  db: Db,
  { version, ...changes }: BrandChanges,
  audit: AuditContext,
): Promise<Brand | null> {
  // An empty text gives the field back to the settings.
  const values = Object.fromEntries(
    Object.entries(changes).map(([field, value]) => [field, value === '' ? null : value]),
  )
  return db.transaction().execute(async (db) => {
    await sql`select from brand for update`.execute(db)
    const before: Record<string, unknown> = await findBrand(db)
    const { numUpdatedRows } = await db
      .updateTable('brand')
      .set((row) => ({ ...values, version: row('version', '+', 1) }))
      .$if(version !== undefined, (query) => query.where('version', '=', version as number))
      .executeTakeFirstOrThrow()
    if (numUpdatedRows === 0n) return null
    const changed = Object.entries(values).filter(([field, value]) => before[field] !== value)
    const subject = { id: null, name: changed.map(([field]) => field).join(', ') }
    await recordAudit(db, { action: 'brand-changed', subject, ...audit })
    return findBrand(db)
  })
}

/** Runs a change that follows from this version of the brand, unless there is a newer one. */
export function whileBrandIs(db: Db, version: number, change: (db: Db) => Promise<void>) {
  return db.transaction().execute(async (db) => {
    const brand = await db.selectFrom('brand').select('version').forShare().executeTakeFirstOrThrow()
    if (brand.version === version) await change(db)
  })
}

/** Whether the database knows a time zone of this name, as the runtime does. */
export async function isKnownZone(db: Db, zone: string): Promise<boolean> {
  const { rows } = await sql`
    select from pg_timezone_names where lower(name) = ${zone.toLowerCase()}`.execute(db)
  return rows.length > 0
}

/** Returns the look of the pages; a missing colour follows the other theme's. */
export function lookOf(brand: Brand): SiteLook {
  const { logo, darkLogo, linkImage, accent, darkAccent, logoHasName } = brand
  const [light, dark] = [accent ?? darkAccent, darkAccent ?? accent]
  return {
    ...(logo && { logo }),
    ...((darkLogo ?? logo) && { darkLogo: darkLogo ?? logo ?? '' }),
    ...(logoHasName && { logoHasName }),
    ...(linkImage && { linkImage }),
    ...(light &&
      dark && {
        accent: nearestReadable(light, 'light'),
        darkAccent: nearestReadable(dark, 'dark'),
      }),
  }
}
