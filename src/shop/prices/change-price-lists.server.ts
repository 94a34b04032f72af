import { sql } from 'kysely'
import { validate as isUuid, v7 as uuidv7 } from 'uuid'
import type { Db } from '#platform/database/database.server.ts'
import { RefusedChange, refusing } from '#platform/database/refused-change.server.ts'
import { recordAudit } from '#shop/audit/audit.server.ts'
import type { AuditContext } from '#shop/auth/access/caller.server.ts'
import { findContractOverlap } from './contract-overlap.server.ts'
import type { NewPriceList, PriceListChanges, PriceListCopy } from './price-list-forms.ts'
import type { ListClock } from './price-list-queries.server.ts'
import type { PriceRefusal } from './price-refusals.server.ts'

type Changed = { id: string }

/** Adds a list without rows. */
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
      .values({ id, name, groupId, companyId, isContract, ...instantsOf(list, timeZone) })
      .execute()
    await recordAudit(db, { action: 'price-list-added', subject: { id, name }, ...audit })
    return { id }
  })
}

/** Changes the name or the days of a list. */
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
    await db
      .updateTable('priceList')
      .set({ name, ...instantsOf(changes, timeZone) })
      .where('id', '=', id)
      .execute()
    const overlap = await findContractOverlap(db, id)
    if (overlap) throw new RefusedChange(overlap)
    await recordAudit(db, { action: 'price-list-changed', subject: { id, name }, ...audit })
    return { id }
  })
}

/**
 * Adds a list for the same buyers with the same rows, whose net prices are raised; percentages stay. The copied
 * list ends when the copy begins.
 */
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
    await db
      .insertInto('priceList')
      .values({ id, name, groupId, companyId, isContract, ...instantsOf(copy, timeZone) })
      .execute()
    // Otherwise the lower prices of the earlier list would still apply.
    await sql`
        update price_list set valid_until = copy.valid_from from price_list copy
        where copy.id = ${id} and price_list.id = ${from} and copy.valid_from is not null
          and coalesce(price_list.valid_until > copy.valid_from, true)`.execute(db)
    // As raisedPrice, which shows it beforehand.
    await sql`
        insert into price_row (list_id, product_id, category, min_quantity, unit_price_cents, percent_off)
        select ${id}::uuid, product_id, category, min_quantity,
          case when percent_off is null then
            greatest(1, floor(unit_price_cents * (100 + ${raise}::numeric) / 100 + 0.5))::integer
          end,
          percent_off
        from price_row where list_id = ${from}`.execute(db)
    const overlap = await findContractOverlap(db, id)
    if (overlap) throw new RefusedChange(overlap)
    await recordAudit(db, { action: 'price-list-added', subject: { id, name }, ...audit })
    return { id }
  })
}

/** Locks a list, and the company of a contract, so that two of its contracts never overlap unseen. */
export async function lockPriceList(db: Db, id: string) {
  if (!isUuid(id)) return undefined
  const list = await db
    .selectFrom('priceList')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (list?.isContract && list.companyId !== null) {
    await db
      .selectFrom('company')
      .select('id')
      .where('id', '=', list.companyId)
      // Orders of the company go on.
      .forNoKeyUpdate()
      .execute()
  }
  return list
}

/** The first moment of the first day, and the one after the last day; undefined for what stays. */
function instantsOf({ validFrom, validUntil }: PriceListChanges, timeZone: string) {
  return {
    ...(validFrom !== undefined && {
      validFrom: sql<Date | null>`${validFrom}::date::timestamp at time zone ${timeZone}`,
    }),
    ...(validUntil !== undefined && {
      validUntil: sql<Date | null>`(${validUntil}::date + 1)::timestamp at time zone ${timeZone}`,
    }),
  }
}

/** What the database refuses of a list. */
const listConstraints: Record<string, PriceRefusal> = {
  price_list_group_id_fkey: { refused: 'no-such-audience' },
  price_list_company_id_fkey: { refused: 'no-such-audience' },
  price_list_ends_after_its_start: { refused: 'ends-first' },
}
