import { sql } from 'kysely'
import { href } from 'react-router'
import type { Db } from '#platform/database/database.server.ts'
import type { MailTemplates } from '#platform/mail/mail-composition.server.ts'
import type { MailDraft } from '#platform/mail/mail-draft.server.ts'
import { queueMail } from '#platform/mail/outbox.server.ts'
import { formatDollars } from '#platform/money.ts'
import { userText } from '#platform/text.ts'
import { reportSales } from '#shop/reports/sales-report.server.ts'
import { listMisses } from '#shop/search/synonyms/search-misses.server.ts'

/** As many searches are named. */
const MOST_SEARCHES = 10

/** A week ends before a Monday in a time zone. */
type Week = { until: string; zone: string }

/** Queues the mail about the past week, once in a week of the seller's zone (product 15.9). */
export function queueWeeklyMail(db: Db, zone: string, now = new Date()): Promise<void> {
  return db.transaction().execute(async (db) => {
    // Of several processes, one moves the day.
    const { rows } = await sql<{ isWanted: boolean; until: Date }>`
      update brand set weekly_mailed_on = monday::date
      from date_trunc('week', ${now}::timestamptz at time zone ${zone}) as monday
      where weekly_mailed_on < monday::date
      returning weekly_mail as is_wanted, monday at time zone ${zone} as until`.execute(db)
    const [week] = rows
    if (!week?.isWanted) return
    const content: Week = { until: week.until.toISOString(), zone }
    await queueMail(db, { template: 'owner-week', content })
  })
}

/** The mail to the owner about a week; null if there is nothing to tell. */
export function weeklyMails(db: Db, ownerEmail: () => string) {
  return {
    'owner-week': async ({ until, zone }: Week): Promise<MailDraft | null> => {
      const end = new Date(until)
      const { current, before, sold, ending } = await reportSales(db, { days: 7, until: end, zone }, end)
      const misses = (await listMisses(db, 7)).slice(0, MOST_SEARCHES)
      if (current.orders + before.orders + misses.length + ending.length === 0) return null
      const sums = ({ orders, revenue }: typeof current) =>
        `${orders.toLocaleString('en-US')} ${orders === 1 ? 'order' : 'orders'} and ${formatDollars(revenue)} net of invoices`
      const lastDay = new Date(end.getTime() - 1)
      const day = lastDay.toLocaleDateString('en-US', { dateStyle: 'long', timeZone: zone })
      return {
        to: ownerEmail(),
        // As for new orders.
        toUnverified: true,
        subject: `The week to ${day}: ${sums(current)}`,
        heading: `The week to ${day}`,
        paragraphs: [`${sums(current)}; the week before ${sums(before)}.`],
        button: { label: 'Overview', path: href('/dashboard') },
        items: [
          ...sold.map(({ name, pieces, net }) => ({
            label: 'Sold',
            name,
            note: `${pieces.toLocaleString('en-US')} pieces`,
            amount: formatDollars(net),
          })),
          ...misses.map(({ query, count }) => ({
            label: 'Searched, not found',
            name: userText(query),
            note: count === 1 ? 'once' : `${count.toLocaleString('en-US')} times`,
          })),
          ...ending.map(({ name, quantity, daysLeft }) => ({
            label: 'Stock ends',
            name,
            note: `${quantity.toLocaleString('en-US')} left, for about ${daysLeft} days`,
          })),
        ],
        note: 'The page Shop turns this mail off.',
      }
    },
  } satisfies MailTemplates
}
