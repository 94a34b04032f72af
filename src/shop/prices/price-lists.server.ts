import { type RawBuilder, sql } from 'kysely'
import { validate as isUuid, v7 as uuidv7 } from 'uuid'
import type { Db } from '#platform/database/database.server.ts'
import { RefusedChange, refusing } from '#platform/database/refused-change.server.ts'
import { recordAudit } from '#shop/audit/audit.server.ts'
import type { AuditContext } from '#shop/auth/access/caller.server.ts'
import { findContractOverlap } from './contract-overlap.server.ts'
import type { NewPriceList, PriceListChanges, PriceListCopy } from './price-list-forms.ts'
import type { PriceRefusal } from './price-refusals.server.ts'

/** A list as admins see it; its days are of the seller's time zone. */
export type StoredList = {
  id: string
  name: string
  groupId: string | null
  groupName: string | null
  companyId: string | null
  companyName: string | null
  isContract: boolean
  validFrom: string | null
  validUntil: string | null
  state: ListState
  rows: number
  version: number
}

/** Whether a list applies today. */
export const listStates = ['active', 'planned', 'ended'] as const
export type ListState = (typeof listStates)[number]

/** The time zone in which lists begin and end, and the time it is. */
export type ListClock = { timeZone: string; now: Date }

export type WantedLists = {
  search: string
  state?: ListState | undefined
  company?: string | undefined
  group?: string | undefined
}

/** Returns a page of the lists, by name. */
export async function listPriceLists(
  db: Db,
  wanted: WantedLists & { size: number; page: number },
  clock: ListClock,
): Promise<StoredList[]> {
  const { size, page } = wanted
  return selectLists(
    db,
    clock,
    sql`where ${isWanted(wanted, clock)}
    order by lower(price_list.name), price_list.id limit ${size} offset ${size * page}`,
  )
}

export async function countPriceLists(
  db: Db,
  wanted: WantedLists,
  clock: ListClock,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from price_list where ${isWanted(wanted, clock)}`.execute(db)
  return rows[0]?.count ?? 0
}

export async function findPriceList(
  db: Db,
  id: string,
  clock: ListClock,
): Promise<StoredList | undefined> {
  if (!isUuid(id)) return undefined
  const [list] = await selectLists(db, clock, sql`where price_list.id = ${id}`)
  return list
}

async function selectLists(
  db: Db,
  { timeZone, now }: ListClock,
  where: RawBuilder<unknown>,
): Promise<StoredList[]> {
  const { rows } = await sql<StoredList>`
    select price_list.id, price_list.name, price_list.group_id, customer_group.name as group_name,
      company_id, company.name as company_name, is_contract, price_list.version,
      to_char(valid_from at time zone ${timeZone}, 'YYYY-MM-DD') as valid_from,
      to_char((valid_until - interval '1 second') at time zone ${timeZone}, 'YYYY-MM-DD') as valid_until,
      case when valid_from > ${now} then 'planned' when valid_until <= ${now} then 'ended' else 'active' end
        as state,
      (select count(*)::integer from price_row where list_id = price_list.id) as rows
    from price_list
    left join customer_group on customer_group.id = price_list.group_id
    left join company on company.id = company_id
    ${where}`.execute(db)
  return rows
}

function isWanted({ search, state, company, group }: WantedLists, { now }: ListClock) {
  const pattern = `%${search
    .trim()
    .toLowerCase()
    .replace(/[\\%_]/g, '\\$&')}%`
  return sql.join(
    [
      sql`lower(price_list.name) like ${pattern}`,
      ...(company ? [sql`company_id::text = ${company}`] : []),
      ...(group ? [sql`price_list.group_id::text = ${group}`] : []),
      ...(state ? [stateConditions(now)[state]] : []),
    ],
    sql` and `,
  )
}

function stateConditions(now: Date): Record<ListState, RawBuilder<unknown>> {
  const hasBegun = sql`coalesce(valid_from <= ${now}, true)`
  const hasEnded = sql`coalesce(valid_until <= ${now}, false)`
  return {
    active: sql`${hasBegun} and not ${hasEnded}`,
    planned: sql`not ${hasBegun}`,
    ended: sql`${hasBegun} and ${hasEnded}`,
  }
}

type Changed = { id: string } | PriceRefusal

/** Adds a list without rows. */
export async function addPriceList(
  db: Db,
  list: NewPriceList,
  { timeZone }: ListClock,
  audit: AuditContext,
): Promise<Changed> {
  const id = uuidv7()
  const groupId = 'group' in list.for ? list.for.group : null
  const companyId = 'company' in list.for ? list.for.company : null
  return refusing<{ id: string }, PriceRefusal>(listConstraints, () =>
    db.transaction().execute<Changed>(async (db) => {
      const { name, contract: isContract } = list
      await db
        .insertInto('priceList')
        .values({ id, name, groupId, companyId, isContract, ...instantsOf(list, timeZone) })
        .execute()
      await recordAudit(db, { action: 'price-list-added', subject: { id, name }, ...audit })
      return { id }
    }),
  )
}

/** Changes the name or the days of a list. */
export async function changePriceList(
  db: Db,
  id: string,
  changes: PriceListChanges,
  { timeZone }: ListClock,
  audit: AuditContext,
): Promise<Changed> {
  return refusing<{ id: string }, PriceRefusal>(listConstraints, () =>
    db.transaction().execute<Changed>(async (db) => {
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
    }),
  )
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
): Promise<Changed> {
  const id = uuidv7()
  return refusing<{ id: string }, PriceRefusal>(listConstraints, () =>
    db.transaction().execute<Changed>(async (db) => {
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
    }),
  )
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
      .forUpdate()
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
export const listConstraints: Record<string, PriceRefusal> = {
  price_list_group_id_fkey: { refused: 'no-such-audience' },
  price_list_company_id_fkey: { refused: 'no-such-audience' },
  price_list_ends_after_its_start: { refused: 'ends-first' },
}
