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
    const { numUpdatedRows } = await db
      .updateTable('brand')
      .set((row) => ({ ...values, version: row('version', '+', 1) }))
      .$if(version !== undefined, (query) => query.where('version', '=', version as number))
      .executeTakeFirstOrThrow()
    if (numUpdatedRows === 0n) return null
    const subject = { id: null, name: Object.keys(changes).join(', ') }
    await recordAudit(db, { action: 'brand-changed', subject, ...audit })
    return findBrand(db)
  })
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
