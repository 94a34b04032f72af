import { type RawBuilder, sql } from 'kysely'
import type { ProviderRefund } from '#shop/payments/provider/card-payments.server.ts'
import type { RefundRow } from './refund-queries.server.ts'

/** Hours until each retry of a failed refund. After the last one, a person has to repeat it or pay back. */
const RETRY_HOURS = [1, 24]
/** Polling finds changes whose events were lost. */
const PENDING_HOURS = 1
/** A bank may return a refund that had succeeded, for up to 30 days. */
const RETURNED_WITHIN_DAYS = 30

/** The provider's status of a refund; `refused` when it will not make it. */
export type RefundAnswer = ProviderRefund | 'refused'

/** The changes of a refund after a status from the provider. */
export function changeBy(refund: RefundRow, answer: RefundAnswer) {
  if (answer === 'refused' || answer.state === 'failed') return failure(refund)
  if (answer.state === 'succeeded') return succeeded(answer.id)
  // A succeeded refund is pending only while the provider corrects its status.
  const status = refund.status === 'succeeded' ? 'succeeded' : 'sent'
  return { status, providerId: answer.id, checkAt: inHours(PENDING_HOURS) }
}

function succeeded(providerId: string) {
  return {
    status: 'succeeded',
    providerId,
    succeededAt: sql<Date>`coalesce(succeeded_at, now())`,
    // Once a day while a bank may return the money.
    checkAt: sql<Date | null>`case
      when coalesce(succeeded_at, now()) > now() - make_interval(days => ${RETURNED_WITHIN_DAYS}::integer)
      then now() + interval '1 day' end`,
  }
}

/**
 * Retries a refund of the shop. A refund from the provider's site just fails; it counts only if it had
 * succeeded, because then the buyer was notified.
 */
function failure({ origin, failures, attempts, providerId, succeededAt }: RefundRow) {
  const tried = { attempts: attempts + 1 }
  if (origin === 'provider') {
    const counted = succeededAt === null ? failures : failures + 1
    return { ...tried, status: 'failed', providerId, checkAt: null, failures: counted }
  }
  const hours = RETRY_HOURS[failures]
  return {
    ...tried,
    status: hours === undefined ? 'failed' : 'wanted',
    providerId: null,
    checkAt: hours === undefined ? null : inHours(hours),
    failures: failures + 1,
  }
}

function inHours(hours: number): RawBuilder<Date> {
  return sql<Date>`now() + make_interval(hours => ${hours}::integer)`
}
