import { sql } from 'kysely'
import type { Db } from '#platform/database/database.server.ts'
import { type Refusal, refusals } from '#platform/http/api/refusals.server.ts'
import { type AuditEntry, recordAudit } from '#shop/audit/audit.server.ts'
import type { AuditContext } from '#shop/auth/access/caller.server.ts'
import { lockCategories } from '#shop/catalogue/categories/lock-categories.server.ts'
import { freeSlug, listFamiliesByName } from '#shop/catalogue/families/families.server.ts'
import { familyPath } from '#shop/catalogue/families/family-path.ts'
import { slugOf } from '#shop/catalogue/product-path.ts'
import { longTextColumns, searchTogether } from '#shop/product-admin/write-products.server.ts'
import { redirectPage } from '#shop/redirects/redirects.server.ts'
import { findFamily, type ManagedFamily } from './family-queries.server.ts'
import type { FamilyChanges } from './manage-families-api.server.ts'

type FamilyRefusal = Refusal<'no-such-family' | 'stale-family' | 'name-taken' | 'same-family'>

const NO_FAMILY: FamilyRefusal = { refused: 'no-such-family' }

export const refuseFamily = refusals<FamilyRefusal>({
  'no-such-family': { status: 404, text: 'This family does not exist any more.' },
  'stale-family': {
    status: 409,
    text: 'This family was changed in the meantime. Copy what you wrote, reload the page, then change it again.',
  },
  'name-taken': {
    status: 409,
    text: 'Another family has this name. Join them in the list of families.',
    field: 'name',
  },
  'same-family': { status: 422, code: 'invalid', text: 'A family can’t be joined with itself.' },
})

/** Changes a family. A new name is that of its products too, and its former page leads to the new one. */
export async function changeFamily(
  db: Db,
  id: string,
  changes: FamilyChanges,
  audit: Pick<AuditEntry, 'actor' | 'ipAddress'>,
): Promise<ManagedFamily | FamilyRefusal> {
  return db.transaction().execute(async (db) => {
    await lockCategories(db, 'exclusive')
    const family = await findFamily(db, id)
    if (!family) return NO_FAMILY
    const { name, longText, imgURL, drawing, position, version = family.version } = changes
    if (version !== family.version) return { refused: 'stale-family' }
    const isRenamed = name !== family.name
    const [taken] = isRenamed ? await listFamiliesByName(db, [name]) : []
    if (taken) return { refused: 'name-taken' }
    const keepsSlug = slugOf(name) === slugOf(family.name)
    const slug = keepsSlug ? family.slug : await freeSlug(db, name)
    const columns = {
      name,
      slug,
      ...longTextColumns(longText || null),
      image: imgURL || null,
      drawing: drawing || null,
      position,
      version: family.version + 1,
    }
    const write = async () => {
      await db.updateTable('family').set(columns).where('id', '=', id).execute()
      // A form that was opened before would give its product the former name.
      if (isRenamed) await sql`update product set version = version + 1 where family = ${name}`.execute(db)
    }
    if (isRenamed || position !== family.position) {
      await lockProducts(db, family.name)
      await searchTogether(db, write, sql`family = ${name}`)
    } else await write()
    if (slug !== family.slug) await redirectPage(db, familyPath(family), familyPath({ slug }))
    await recordAudit(db, { action: 'family-changed', subject: { id, name }, ...audit })
    return (await findFamily(db, id)) ?? NO_FAMILY
  })
}

/** Gives the products of a family to another one, which takes over what it lacks itself. */
export async function joinFamilies(
  db: Db,
  id: string,
  into: string,
  audit: AuditContext,
): Promise<ManagedFamily | FamilyRefusal> {
  return db.transaction().execute(async (db) => {
    await lockCategories(db, 'exclusive')
    const [joined, kept] = [await findFamily(db, id), await findFamily(db, into)]
    if (!joined || !kept) return NO_FAMILY
    if (joined.id === kept.id) return { refused: 'same-family' }
    await lockProducts(db, joined.name)
    await searchTogether(db, () =>
      db
        .updateTable('product')
        .set((product) => ({ family: kept.name, version: product('version', '+', 1) }))
        .where('family', '=', joined.name)
        .execute(),
    )
    const { longText, longTextHtml } = kept.longText === null ? joined : kept
    await db
      .updateTable('family')
      .set({
        longText,
        longTextHtml,
        image: kept.image ?? joined.image,
        drawing: kept.drawing ?? joined.drawing,
        version: kept.version + 1,
      })
      .where('id', '=', into)
      .execute()
    await db.deleteFrom('family').where('id', '=', id).execute()
    await redirectPage(db, familyPath(joined), familyPath(kept))
    await recordAudit(db, { action: 'family-joined', subject: joined, ...audit })
    return (await findFamily(db, into)) ?? NO_FAMILY
  })
}

/** Locks the products of a family in the order of all who lock several. */
async function lockProducts(db: Db, family: string): Promise<void> {
  await sql`select from product where family = ${family} order by id for no key update`.execute(db)
}
