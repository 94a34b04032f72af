import { setTimeout } from 'node:timers/promises'
import type { ProofShop } from './shop.ts'
import { waitUntilConsistent } from './wait-until-consistent.ts'

/**
 * The refunds that may still succeed or fail, or whose end the shop does not know yet. The provider is
 * not asked for one of no money.
 */
export const undecidedRefunds = `select refund.id from refund
  left join card_simulator.object as made on made.id = provider_id
  where cents > 0 and refund.status <> 'failed' and (refund.status <> 'succeeded'
    or settles_at is not null or body ->> 'status' is distinct from 'succeeded')`

/** The failed refunds whose money is owed and was not returned on the provider's site. */
const owedRefunds = `select refund.id from refund join payment on payment.id = payment_id
  where is_owed and refund.cents <= total_cents - (
    select coalesce(sum(other.cents), 0) from refund as other
    where other.payment_id = payment.id and other.id <> refund.id and other.is_counted
  )`

/**
 * Lets the reconciler finish refunds and cancelled payments, which no list of orders shows. Failed refunds are
 * wanted again, as if an admin had repeated them.
 */
export async function waitForPayments(
  shop: ProofShop,
  isSettled: Parameters<typeof waitUntilConsistent>[1],
): Promise<string[]> {
  const left = async () => {
    await shop.stop()
    return shop.environment.query(async (pool) => {
      const { rows } = await pool.query<{ left: number }>(
        `select (select count(*) from payment where status = 'cancelling')::integer
          + (select count(*) from (${undecidedRefunds}) as refund)::integer
          + (select count(*) from (${owedRefunds}) as refund)::integer as left`,
      )
      // Lets the banks decide now, and accept repeated refunds.
      await pool.query(`delete from card_simulator.fault;
        update card_simulator.object set behaviour = 'succeeds'
          where type = 'payment_method' and behaviour = 'refund_fails';
        update card_simulator.object set settles_at = now()
          where type = 'refund' and settles_at is not null;
        update refund set status = 'wanted', origin = 'shop', check_at = now()
          where id in (${owedRefunds});
        update refund set check_at = now() where check_at is not null`)
      // Those of a killed process are taken up after a grace of some seconds.
      await pool.query(`update payment set cancelling_at = now() - interval '1 minute'
        where status = 'cancelling'`)
      return rows[0]?.left ?? 0
    })
  }
  let unfinished = await left()
  for (let round = 0; unfinished > 0 && round < 8; round++) {
    await waitUntilConsistent(shop, isSettled)
    // The reconciler's round outlasts the delivery of events.
    await setTimeout(3_000)
    unfinished = await left()
  }
  return unfinished > 0 ? [`${unfinished} refunds or cancelled payments are not finished`] : []
}
