import { sql } from 'kysely'

/** The condition that the money of `refund` is on its way or went back; its credit note keeps it counted. */
export const isRefundCounted = sql<boolean>`(
  refund.status <> 'failed' or refund.succeeded_at is not null
)`

/** The condition that `refund` failed for good, so that its money is still owed. */
export const isRefundOwed = sql<boolean>`(
  refund.status = 'failed' and refund.failures > 0 and not refund.is_excess
)`

/** The condition that no refund on the provider's site has replaced `refund`, so that its money is still left. */
export const isRefundLeft = sql<boolean>`refund.cents <= (
  select paid.total_cents - coalesce((
    select sum(other.cents) from refund as other
    where other.payment_id = paid.id and other.id <> refund.id
      and (other.status <> 'failed' or other.succeeded_at is not null)
  ), 0)
  from payment as paid where paid.id = refund.payment_id
)`
