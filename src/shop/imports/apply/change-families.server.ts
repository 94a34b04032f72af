import { sql } from 'kysely'
import type { Db } from '#platform/database/database.server.ts'
import type { StoredImport } from '#shop/imports/store/import-queries.server.ts'
import { changeFamily } from '#shop/product-admin/families/change-families.server.ts'
import { findFamily } from '#shop/product-admin/families/family-queries.server.ts'
import { actorOf } from './resolve-rows.server.ts'

type Said = { id: string; field: 'familyText' | 'familyOrder'; from: unknown; to: unknown }

/**
 * Gives families what the rows of an import say of them; of several rows the last one counts. An undo gives
 * them what they had before, unless that was changed since.
 */
export async function changeFamilies(
  db: Db,
  imported: StoredImport,
  outcome: 'applied' | 'undone',
): Promise<void> {
  const isUndo = outcome === 'undone'
  if (!isUndo) await keepValues(db, imported.id)
  const { rows } = await sql<Said>`
    select change ->> 'family' as id, change ->> 'field' as field, change -> 'from' as from, change -> 'to' as to
    from product_import_row cross join jsonb_array_elements(changes) as change
    where import_id = ${imported.id} and change ->> 'outcome' = ${outcome} and change ? 'family'
    order by product_import_row.position`.execute(db)
  for (const [id, said] of Map.groupBy(rows, ({ id }) => id)) {
    const family = await findFamily(db, id)
    if (!family) continue
    const { name, image, drawing, longText, position } = family
    const valueFor = (wanted: Said['field'], stored: unknown) => {
      const last = said.findLast(({ field }) => field === wanted)
      if (!last) return stored
      if (!isUndo) return last.to
      return stored === last.to ? last.from : stored
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

/** Keeps, once, which family each row is about and what it had before: rows are compared with their products. */
async function keepValues(db: Db, importId: string): Promise<void> {
  await sql`
    update product_import_row as row set changes = (
      select jsonb_agg(
        case when change ->> 'field' in ('familyText', 'familyOrder') and not change ? 'family'
          then change || jsonb_build_object('family', family.id, 'from',
            case change ->> 'field' when 'familyText' then to_jsonb(family.long_text) else to_jsonb(family.position) end)
          else change end order by nr)
      from jsonb_array_elements(row.changes) with ordinality as said (change, nr)
    )
    from product join family on family.name = product.family
    where import_id = ${importId} and product.id = row.product_id
      and jsonb_path_exists(row.changes, '$[*] ? (@.field == "familyText" || @.field == "familyOrder")')`.execute(
    db,
  )
}
