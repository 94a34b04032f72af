import { sql } from 'kysely'
import type { Db } from '#platform/database/database.server.ts'
import type { StoredImport } from '#shop/imports/store/import-queries.server.ts'
import { changeFamily } from '#shop/product-admin/families/change-families.server.ts'
import { findFamily } from '#shop/product-admin/families/family-queries.server.ts'
import { actorOf } from './resolve-rows.server.ts'

type Said = { id: string; field: 'familyText' | 'familyOrder'; from: unknown; to: unknown }

/** Gives families what the rows of an import say of them, or had before; of several rows the last one counts. */
export async function changeFamilies(
  db: Db,
  imported: StoredImport,
  outcome: 'applied' | 'undone',
): Promise<void> {
  const { rows } = await sql<Said>`
    select family.id, change ->> 'field' as field, change -> 'from' as from, change -> 'to' as to
    from product_import_row cross join jsonb_array_elements(changes) as change
    join product on product.id = product_id join family on family.name = product.family
    where import_id = ${imported.id} and change ->> 'outcome' = ${outcome}
      and change ->> 'field' in ('familyText', 'familyOrder')
    order by product_import_row.position`.execute(db)
  for (const [id, said] of Map.groupBy(rows, ({ id }) => id)) {
    const family = await findFamily(db, id)
    if (!family) continue
    const { name, image, drawing, longText, position } = family
    const valueFor = (wanted: Said['field'], stored: unknown) => {
      const last = said.findLast(({ field }) => field === wanted)
      return last ? last[outcome === 'applied' ? 'to' : 'from'] : stored
    }
    const changes = {
      name,
      longText: String(valueFor('familyText', longText) ?? ''),
      imgURL: image ?? '',
      drawing: drawing ?? '',
      position: valueFor('familyOrder', position) as number | null,
    }
    await changeFamily(db, id, changes, actorOf(imported))
  }
}
