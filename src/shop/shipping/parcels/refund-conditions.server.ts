import { sql } from 'kysely'

/** The condition that the money of `refund` is on its way or went back; its credit note keeps it counted. */
export const isRefundCounted = sql<boolean>`(
  refund.status <> 'failed' or refund.succeeded_at is not null
)`

/** The condition that `refund` failed for good, so that its money is still owed. */
export const isRefundOwed = sql<boolean>`(
  refund.status = 'failed' and refund.failures > 0 and not refund.is_excess
)`
