import { sql } from 'kysely'
import type { Db } from '#platform/database/database.server.ts'
import type { CardPayments, ListedRefund } from '#shop/payments/provider/card-payments.server.ts'
import { type PaymentDeps, receiveRefunds } from '#shop/payments/receive-payment.server.ts'

/** The provider's clock may differ from the shop's, and its list may lag. */
const OVERLAP_MINUTES = 10
/** How far back the first reading goes. */
const FIRST_HOURS = 24
/** Each round reads on, so that a person has to look when none got further for so long. */
const LATE_MINUTES = 60

/**
 * Records refunds made on the provider's site whose event was lost: reads all refunds since the last
 * reading, and records payments with one that is not known. The next reading begins at the oldest refund
 * that could not be recorded, because its payment could not be read or `mayContinue` had ended the round.
 */
export async function settleLostRefunds(
  db: Db,
  deps: PaymentDeps,
  now: Date,
  mayContinue: () => Promise<boolean>,
): Promise<void> {
  for (const [provider, cards] of deps.providers) {
    try {
      const listed = await cards.refundsSince(await startOfReading(db, provider, now))
      const made = listed.filter(({ state }) => state !== 'failed')
      let readUntil = now
      for (const { providerId, oldest } of await paymentsWithUnknown(db, made)) {
        if ((await mayContinue()) && (await areRecorded(db, deps, cards, providerId))) continue
        if (oldest < readUntil) readUntil = oldest
      }
      await db
        .insertInto('refundsRead')
        .values({ provider, readUntil })
        .onConflict((on) => on.column('provider').doUpdateSet({ readUntil }))
        .execute()
    } catch (err) {
      deps.log.warn({ err }, 'The provider’s refunds could not be read; will retry')
    }
  }
}

async function startOfReading(db: Db, provider: string, now: Date): Promise<Date> {
  const last = await db
    .selectFrom('refundsRead')
    .select('readUntil')
    .where('provider', '=', provider)
    .executeTakeFirst()
  return last ? minutesBefore(last.readUntil, OVERLAP_MINUTES) : minutesBefore(now, FIRST_HOURS * 60)
}

/** Since when refunds made on the provider's site may be unknown, as some can't be read; null while all can. */
export async function findUnreadRefundsSince(db: Db, now: Date): Promise<Date | null> {
  const last = await db
    .selectFrom('refundsRead')
    .select('readUntil')
    .where('readUntil', '<', minutesBefore(now, LATE_MINUTES))
    .orderBy('readUntil')
    .executeTakeFirst()
  return last?.readUntil ?? null
}

/** Records the refunds of a payment, and first the payment, whose own event may have been lost too. */
async function areRecorded(db: Db, deps: PaymentDeps, cards: CardPayments, providerId: string) {
  try {
    const payment = await cards.find(providerId)
    if (payment) await receiveRefunds(db, deps, payment)
    return true
  } catch (error) {
    deps.log.warn({ err: error, providerId }, 'A refund on the provider’s site is recorded later')
    return false
  }
}

/** Payments with refunds that the shop does not know, and the time of the oldest, which comes first. */
async function paymentsWithUnknown(db: Db, listed: ListedRefund[]) {
  const { rows } = await sql<{ providerId: string; oldest: Date }>`
    select payment.provider_id, min(listed."createdAt") as oldest
    from jsonb_to_recordset(${JSON.stringify(listed)}::jsonb)
      as listed (id text, "providerId" text, "refundId" text, "createdAt" timestamptz)
    join payment on payment.provider_id = listed."providerId"
    where not exists (
      select from refund where refund.payment_id = payment.id
        and (refund.provider_id = listed.id or refund.id::text = listed."refundId")
    )
    group by payment.provider_id order by oldest`.execute(db)
  return rows
}

function minutesBefore(time: Date, minutes: number): Date {
  return new Date(time.getTime() - minutes * 60_000)
}
