import { sql } from 'kysely'
import { href } from 'react-router'
import type { Db } from '#platform/database/database.server.ts'
import type { MailTemplates } from '#platform/mail/mail-composition.server.ts'
import type { MailDraft } from '#platform/mail/mail-draft.server.ts'
import { queueMail } from '#platform/mail/outbox.server.ts'
import { cents, formatDollars } from '#platform/money.ts'
import { userText } from '#platform/text.ts'

/** Above as many in an hour, one mail tells of all (product 15.9). */
const MOST_SINGLE = 20
/** As many orders are named in one mail. */
const MOST_NAMED = 50

/** Orders of a mail; `net` in cents. */
type PlacedOrders = { numbers: string[]; count: number; net: number }

type Told = {
  mode: 'each' | 'hourly' | 'daily' | 'never'
  since: Date | null
  until: Date
  /** Whether an hour has passed since then, or a day of the seller's has begun. */
  isHour: boolean
  isDay: boolean
}

/**
 * Queues the mails that tell the owner of new orders, and remembers until when. Orders of the last minute wait,
 * because an earlier one may not be stored yet.
 */
export function queueOwnerMails(db: Db, timeZone: string): Promise<void> {
  return db.transaction().execute(async (db) => {
    const { rows } = await sql<Told>`
      select order_mails as mode, orders_mailed_until as since, until,
        orders_mailed_until <= until - interval '1 hour' as is_hour,
        (orders_mailed_until at time zone ${timeZone})::date < (until at time zone ${timeZone})::date as is_day
      from brand, date_trunc('milliseconds', now() - interval '1 minute') as until
      for update of brand`.execute(db)
    const [told] = rows
    const mails = told && (await mailsDue(db, told))
    if (!mails) return
    for (const content of mails) await queueMail(db, { template: 'owner-orders', content })
    await db.updateTable('brand').set({ ordersMailedUntil: told.until }).execute()
  })
}

/** Returns what is to be mailed now; null when it is not time yet. */
async function mailsDue(db: Db, told: Told): Promise<PlacedOrders[] | null> {
  const { mode, since, until, isHour, isDay } = told
  // Orders of the time before this version, or without mails, are not told.
  if (since === null) return []
  if (mode === 'never') return isHour ? [] : null
  if (mode !== 'each' && !(mode === 'daily' ? isDay : isHour)) return null
  const orders = await placedOrders(db, since, until)
  if (mode !== 'each') return orders.count > 0 ? [orders] : []
  if (orders.count === 0) return null
  const hourAgo = new Date(until.getTime() - 3_600_000)
  const recent = await placedOrders(db, hourAgo, until)
  if (Math.max(orders.count, recent.count) > MOST_SINGLE) return isHour ? [orders] : null
  return Promise.all(orders.numbers.map((number) => placedOrders(db, since, until, number)))
}

/** The orders of a time, or one of them, without cancelled lines. */
async function placedOrders(db: Db, since: Date, until: Date, number: string | null = null) {
  const { rows } = await sql<PlacedOrders>`
    select coalesce((array_agg(number order by placed_at desc))[:${sql.lit(MOST_NAMED)}], '{}') as numbers,
      count(*)::integer as count, coalesce(sum(net), 0)::float8 as net
    from orders
    join lateral (
      select sum(unit_price_cents::bigint * quantity) as net from order_line
      where order_id = orders.id and status <> 'cancelled'
    ) as line on net is not null
    where placed_at > ${since} and placed_at <= ${until} and number = coalesce(${number}, number)`.execute(db)
  return rows[0] as PlacedOrders
}

/** The mail to the owner about new orders; their buyers are read when it is sent. */
export function ownerMails(db: Db, ownerEmail: () => string) {
  return {
    'owner-orders': async ({ numbers, count, net }: PlacedOrders): Promise<MailDraft> => {
      const [first = '', ...others] = numbers
      const sum = `${formatDollars(cents(net))} net`
      const what = count === 1 ? `New order ${first}` : `${count.toLocaleString('en-US')} new orders`
      const orders = await db
        .selectFrom('orders')
        .select(['number', 'name', 'companyName'])
        .where('number', '=', sql<string>`any(${numbers})`)
        .orderBy('placedAt', 'desc')
        .execute()
      const more = count - numbers.length
      return {
        to: ownerEmail(),
        // The owner may not have an account, or not confirmed its e-mail.
        toUnverified: true,
        subject: `${what}, ${sum}`,
        heading: what,
        paragraphs: [`Together ${sum}.${more > 0 ? ` The latest ${numbers.length} are named.` : ''}`],
        button:
          others.length === 0
            ? { label: 'View order', path: href('/dashboard/orders/:id', { id: first }) }
            : { label: 'Manage orders', path: href('/dashboard/manage-orders') },
        items: orders.map(({ number, name, companyName }) => ({
          label: number,
          name: userText(companyName ?? name),
        })),
        note: 'The page Shop says how often this mail comes.',
      }
    },
  } satisfies MailTemplates
}
