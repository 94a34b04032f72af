import { sql } from 'kysely'
import type { Db } from '#platform/database/database.server.ts'
import type { PaymentDeps } from '#shop/payments/receive-payment.server.ts'
import { settleRefundsLater } from './settle-refunds.server.ts'

/** The provider's clock may differ from the shop's, and its list may lag. */
const OVERLAP_MINUTES = 10
/** How far back the first reading goes. */
const FIRST_HOURS = 24

/**
 * Records refunds made on the provider's site whose event was lost: one call reads all refunds since the
 * last reading, and payments with one that is not known are settled.
 */
export async function settleLostRefunds(
  db: Db,
  deps: Pick<PaymentDeps, 'payments' | 'log'>,
  now: Date,
): Promise<void> {
  const last = await db
    .selectFrom('refundsRead')
    .select('readUntil')
    .where('provider', '=', PROVIDER)
    .executeTakeFirst()
  const since = last
    ? minutesBefore(last.readUntil, OVERLAP_MINUTES)
    : minutesBefore(now, FIRST_HOURS * 60)
  const listed = await deps.payments.refundsSince(since)
  for (const paymentId of await paymentsWithUnknown(
    db,
    listed.filter(({ state }) => state !== 'failed'),
  )) {
    await settleRefundsLater(db, deps, paymentId)
  }
  await db
    .insertInto('refundsRead')
    .values({ provider: PROVIDER, readUntil: now })
    .onConflict((on) => on.column('provider').doUpdateSet({ readUntil: now }))
    .execute()
}

const PROVIDER = 'stripe'

async function paymentsWithUnknown(
  db: Db,
  listed: { id: string; providerId: string; refundId: string | null }[],
): Promise<string[]> {
  if (listed.length === 0) return []
  const column = (key: 'id' | 'providerId' | 'refundId') => listed.map((one) => one[key])
  const { rows } = await sql<{ id: string }>`
    select distinct payment.id
    from unnest(${column('id')}::text[], ${column('providerId')}::text[], ${column('refundId')}::text[])
      as listed (id, payment_id, refund_id)
    join payment on payment.provider_id = listed.payment_id and captured_at is not null
    where not exists (
      select from refund where refund.payment_id = payment.id
        and (refund.provider_id = listed.id or refund.id::text = listed.refund_id)
    )`.execute(db)
  return rows.map(({ id }) => id)
}

function minutesBefore(time: Date, minutes: number): Date {
  return new Date(time.getTime() - minutes * 60_000)
}
