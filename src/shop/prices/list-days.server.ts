import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/database/database.server.ts'
import type { PriceListChanges } from './price-list-forms.ts'

/** The first moment of a day, and the one after a day, in a time zone. */
const beginOf = (day: RawBuilder<unknown>, zone: string) =>
  sql<Date | null>`${day}::timestamp at time zone ${zone}`
const endOf = (day: RawBuilder<unknown>, zone: string) =>
  sql<Date | null>`(${day} + 1)::timestamp at time zone ${zone}`

/** The columns of the first and last day of a list, with their moments; undefined for what stays. */
export function dayColumns({ validFrom, validUntil }: PriceListChanges, timeZone: string) {
  const [first, last] = [sql<string>`${validFrom}::date`, sql<string>`${validUntil}::date`]
  return {
    ...(validFrom !== undefined && { firstDay: first, validFrom: beginOf(first, timeZone) }),
    ...(validUntil !== undefined && { lastDay: last, validUntil: endOf(last, timeZone) }),
  }
}

/**
 * Makes the moments of price lists those of their days in a time zone, so that another zone moves no day. A list of
 * an earlier version, which has moments only, gets its days first.
 */
export async function alignListDays(db: Db, timeZone: string): Promise<void> {
  const [begins, ends] = [beginOf(sql`first`, timeZone), endOf(sql`last`, timeZone)]
  await sql`
    update price_list set first_day = first, last_day = last, valid_from = ${begins}, valid_until = ${ends}
    from (
      select id, coalesce(first_day, (valid_from at time zone ${timeZone})::date) as first,
        coalesce(last_day, ((valid_until - interval '1 second') at time zone ${timeZone})::date) as last
      from price_list
    ) as day
    where day.id = price_list.id
      and (first_day, last_day, valid_from, valid_until) is distinct from (first, last, ${begins}, ${ends})`.execute(
    db,
  )
}
