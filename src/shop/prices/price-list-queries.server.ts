import { type RawBuilder, sql } from 'kysely'
import { validate as isUuid } from 'uuid'
import type { Db } from '#platform/database/database.server.ts'
import { likeText } from '#platform/database/word-search.server.ts'

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
  /** The list that a draft ends when it is published. */
  follows: string | null
}

/** Whether a list applies today; those of a merged company have ended. */
export const listStates = ['draft', 'active', 'planned', 'ended'] as const
export type ListState = (typeof listStates)[number]

/** The time zone in which lists begin and end, and the time it is. */
export type ListClock = { timeZone: string; now: Date }

export type WantedLists = {
  search: string
  state?: ListState | undefined
  company?: string | undefined
  group?: string | undefined
}

export async function listPriceLists(
  db: Db,
  query: WantedLists & { size: number; page: number },
  clock: ListClock,
): Promise<StoredList[]> {
  const { size, page } = query
  return selectLists(
    db,
    clock,
    sql`where ${isWanted(query, clock)}
    order by lower(price_list.name), price_list.id limit ${size} offset ${size * page}`,
  )
}

export async function countPriceLists(db: Db, query: WantedLists, clock: ListClock): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count
    from price_list left join company on company.id = company_id
    where ${isWanted(query, clock)}`.execute(db)
  return rows[0]?.count ?? 0
}

export async function findPriceList(db: Db, id: string, clock: ListClock): Promise<StoredList | undefined> {
  if (!isUuid(id)) return undefined
  const [list] = await selectLists(db, clock, sql`where price_list.id = ${id}`)
  return list
}

async function selectLists(db: Db, { now }: ListClock, where: RawBuilder<unknown>) {
  const { rows } = await sql<StoredList>`
    select price_list.id, price_list.name, price_list.group_id, customer_group.name as group_name,
      company_id, company.name as company_name, is_contract, price_list.version,
      first_day as valid_from, last_day as valid_until,
      case when ${isDraft} then 'draft' when merged_into is not null or valid_until <= ${now} then 'ended'
        when valid_from > ${now} then 'planned' else 'active' end as state,
      (select followed.name from price_list followed
        where followed.id = price_list.follows and price_list.published_at is null
          and coalesce(followed.valid_until > price_list.valid_from, price_list.valid_from is not null)) as follows,
      (select count(*)::integer from price_row where list_id = price_list.id) as rows
    from price_list
    left join customer_group on customer_group.id = price_list.group_id
    left join company on company.id = company_id
    ${where}`.execute(db)
  return rows
}

function isWanted({ search, state, company, group }: WantedLists, { now }: ListClock) {
  const pattern = `%${likeText(search)}%`
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

const isDraft = sql`price_list.published_at is null`

function stateConditions(now: Date): Record<ListState, RawBuilder<unknown>> {
  const hasBegun = sql`coalesce(valid_from <= ${now}, true)`
  const hasEnded = sql`(merged_into is not null or coalesce(valid_until <= ${now}, false))`
  return {
    draft: isDraft,
    active: sql`not ${isDraft} and ${hasBegun} and not ${hasEnded}`,
    planned: sql`not ${isDraft} and not ${hasBegun} and not ${hasEnded}`,
    ended: sql`not ${isDraft} and ${hasEnded}`,
  }
}
