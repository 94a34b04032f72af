import { sql } from 'kysely'
import { validate as isUuid, v7 as uuidv7 } from 'uuid'
import type { Db } from '#platform/database/database.server.ts'
import { RefusedChange, refusing } from '#platform/database/refused-change.server.ts'
import { recordAudit } from '#shop/audit/audit.server.ts'
import type { AuditContext } from '#shop/auth/access/caller.server.ts'
import { LARGEST_PRICE } from './check-price-rows.ts'
import { addedOverlaps, lockContracts, type Overlap, overlapsOfList } from './contract-overlap.server.ts'
import { dayColumns } from './list-days.server.ts'
import type { NewPriceList, PriceListChanges, PriceListCopy } from './price-list-forms.ts'
import type { ListClock } from './price-list-queries.server.ts'
import type { PriceRefusal } from './price-refusals.server.ts'

type Changed = { id: string }

export async function addPriceList(
  db: Db,
  list: NewPriceList,
  { timeZone }: ListClock,
  audit: AuditContext,
): Promise<Changed | PriceRefusal> {
  const id = uuidv7()
  const groupId = 'group' in list.for ? list.for.group : null
  const companyId = 'company' in list.for ? list.for.company : null
  return refusing<Changed, PriceRefusal>(db, listConstraints, async (db) => {
    const { name, contract: isContract } = list
    await db
      .insertInto('priceList')
      .values({ id, name, groupId, companyId, isContract, ...dayColumns(list, timeZone) })
      .execute()
    await recordAudit(db, { action: 'price-list-added', subject: { id, name }, ...audit })
    return { id }
  })
}

export async function changePriceList(
  db: Db,
  id: string,
  changes: PriceListChanges,
  { timeZone }: ListClock,
  audit: AuditContext,
): Promise<Changed | PriceRefusal> {
  return refusing<Changed, PriceRefusal>(db, listConstraints, async (db) => {
    const list = await lockPriceList(db, id)
    if (!list) return { refused: 'no-such-list' }
    const { name = list.name } = changes
    const before = await overlapsOfList(db, id)
    await db
      .updateTable('priceList')
      .set({ name, ...dayColumns(changes, timeZone) })
      .where('id', '=', id)
      .execute()
    await refuseAddedOverlap(db, id, before)
    await recordAudit(db, { action: 'price-list-changed', subject: { id, name }, ...audit })
    return { id }
  })
}

/**
 * Publishes a draft, which then applies on its days. The list that it was copied from ends when it begins: otherwise
 * the lower prices of the earlier list would still apply. A list that is published stays as it is.
 */
export async function publishPriceList(
  db: Db,
  id: string,
  { now }: ListClock,
  audit: AuditContext,
): Promise<Changed | PriceRefusal> {
  return refusing<Changed, PriceRefusal>(db, followedConstraints, async (db) => {
    const list = await lockPriceList(db, id)
    if (!list) return { refused: 'no-such-list' }
    if (list.publishedAt !== null) return { id }
    const { name, validFrom, firstDay, follows } = list
    await db.updateTable('priceList').set({ publishedAt: now }).where('id', '=', id).execute()
    await db
      .updateTable('priceList')
      .set({ validUntil: validFrom, lastDay: sql<string | null>`${firstDay}::date - 1` })
      .where('id', '=', follows)
      .where(sql<boolean>`coalesce(valid_until > ${validFrom}, ${validFrom !== null})`)
      .execute()
    await refuseAddedOverlap(db, id, [])
    await recordAudit(db, { action: 'price-list-published', subject: { id, name }, ...audit })
    return { id }
  })
}

/** Adds a draft for the same buyers with the same rows, whose net prices are raised; percentages stay. */
export async function copyPriceList(
  db: Db,
  from: string,
  copy: PriceListCopy,
  { timeZone }: ListClock,
  audit: AuditContext,
): Promise<Changed | PriceRefusal> {
  const id = uuidv7()
  return refusing<Changed, PriceRefusal>(db, listConstraints, async (db) => {
    const list = await lockPriceList(db, from)
    if (!list) return { refused: 'no-such-list' }
    const { name, raise } = copy
    const { groupId, companyId, isContract } = list
    const raised = sql<string>`floor(unit_price_cents * (100 + ${raise}::numeric) / 100 + 0.5)`
    const tooHigh = await db
      .selectFrom('priceRow')
      .select('target')
      .where('listId', '=', from)
      .where(raised, '>', `${LARGEST_PRICE}`)
      .limit(1)
      .executeTakeFirst()
    if (tooHigh) return { refused: 'price-too-high' }
    await db
      .insertInto('priceList')
      .values({
        id,
        name,
        groupId,
        companyId,
        isContract,
        follows: from,
        ...dayColumns(copy, timeZone),
      })
      .execute()
    // As raisedPrice, which shows it beforehand.
    await sql`
        insert into price_row (list_id, product_id, category, min_quantity, unit_price_cents, percent_off)
        select ${id}::uuid, product_id, category, min_quantity,
          case when percent_off is null then
            greatest(1, ${raised})::integer
          end,
          percent_off
        from price_row where list_id = ${from}`.execute(db)
    await recordAudit(db, { action: 'price-list-added', subject: { id, name }, ...audit })
    return { id }
  })
}

/** Locks a list; a contract with all others, so that no two overlap unseen. */
export async function lockPriceList(db: Db, id: string) {
  if (!isUuid(id)) return undefined
  const found = db.selectFrom('priceList').selectAll().where('id', '=', id)
  // A list never becomes a contract.
  if ((await found.executeTakeFirst())?.isContract) await lockContracts(db)
  return found.forUpdate().executeTakeFirst()
}

/** Undoes a change after which a contract overlaps others more than before. */
export async function refuseAddedOverlap(db: Db, id: string, before: Overlap[]): Promise<void> {
  const [overlap] = addedOverlaps(before, await overlapsOfList(db, id))
  if (overlap) throw new RefusedChange(overlap)
}

const listConstraints: Record<string, PriceRefusal> = {
  price_list_group_id_fkey: { refused: 'no-such-audience' },
  price_list_company_id_fkey: { refused: 'no-such-audience' },
  price_list_ends_after_its_start: { refused: 'ends-first' },
}

/** What it refuses when a list ends because another one follows. */
const followedConstraints: Record<string, PriceRefusal> = {
  price_list_ends_after_its_start: { refused: 'follows-later-list' },
}
