import { z } from 'zod'
import { apiCall, type CallContext, unixSeconds } from '#simulators/card-payments/api/api-call.ts'
import { listObjects, pageParameters } from '#simulators/card-payments/api/object-lists.server.ts'
import { integer, metadata, text } from '#simulators/card-payments/api/parameters.ts'
import { invalidRequest, isRefusal, noSuch, type Refusal } from '#simulators/card-payments/api/refusal.ts'
import { takeFault } from '#simulators/card-payments/store/faults.server.ts'
import {
  findObject,
  insertObject,
  lockObject,
  newId,
  saveObject,
} from '#simulators/card-payments/store/object-store.server.ts'
import type { Charge, Refund } from '#simulators/card-payments/store/objects.ts'
import type { Transaction } from '#simulators/card-payments/store/transaction.server.ts'
import { recordEvent } from '#simulators/card-payments/webhooks/events.server.ts'
import { behaviourOf } from './payment-methods.server.ts'
import { settleLater } from './settle-refund.server.ts'

const newRefund = z.strictObject({
  payment_intent: text(100),
  amount: integer.optional(),
  metadata: metadata.optional(),
})
type Context = Pick<CallContext<z.output<typeof newRefund>>, 'tx' | 'now' | 'parameters' | 'idempotencyKey'>

/** Returns the charge, locked so that concurrent refunds never exceed its amount. */
async function chargeToRefund({ tx, parameters }: Context): Promise<Charge | Refusal> {
  const intent = await findObject(tx, 'payment_intent', parameters.payment_intent)
  if (!intent) return noSuch('payment_intent', parameters.payment_intent, 'payment_intent')
  const charge = await lockObject(tx, 'charge', intent.latest_charge ?? '')
  return charge ?? invalidRequest(`PaymentIntent ${intent.id} does not have a successful charge to refund.`)
}

function refundRefusal(charge: Charge, amount: number): Refusal | undefined {
  const remaining = charge.amount - charge.amount_refunded
  if (!charge.paid) {
    return invalidRequest(`Charge ${charge.id} was not successful and cannot be refunded.`)
  }
  if (remaining === 0) {
    return invalidRequest(`Charge ${charge.id} has already been refunded.`, {
      code: 'charge_already_refunded',
    })
  }
  if (amount < 1) return invalidRequest('Invalid positive integer', { param: 'amount' })
  if (amount > remaining) {
    return invalidRequest(
      `Refund amount (${dollars(amount)}) is greater than unrefunded amount on charge (${dollars(remaining)})`,
      { param: 'amount' },
    )
  }
  return undefined
}

function dollars(cents: number): string {
  return `$${(cents / 100).toFixed(2)}`
}

export async function createRefund(context: Context): Promise<Refund | Refusal> {
  const { tx, now, parameters, idempotencyKey } = context
  const charge = await chargeToRefund(context)
  if (isRefusal(charge)) return charge
  const amount = parameters.amount ?? charge.amount - charge.amount_refunded
  const refusal = refundRefusal(charge, amount)
  if (refusal) return refusal
  const refund: Refund = {
    id: newId('re'),
    object: 'refund',
    amount,
    charge: charge.id,
    created: unixSeconds(now),
    currency: 'usd',
    metadata: parameters.metadata ?? {},
    payment_intent: charge.payment_intent,
    status: 'succeeded',
  }
  const end = await decideEnd(tx, refund, charge)
  charge.amount_refunded += amount
  charge.refunded = charge.amount_refunded === charge.amount
  await insertObject(tx, refund)
  if (end) await settleLater(tx, refund.id, end, now)
  await saveObject(tx, charge)
  await recordEvent(tx, now, 'charge.refunded', charge, idempotencyKey)
  return refund
}

/** Sets the refund's first status; returns how it ends later, or undefined when it has succeeded. */
async function decideEnd(tx: Transaction, refund: Refund, charge: Charge) {
  const fault = await takeFault(tx, ['refund_fails'], 'refunds.create')
  const behaviour = fault ? undefined : await behaviourOf(tx, charge.payment_method)
  if (fault || behaviour === 'refund_is_pending') refund.status = 'pending'
  if (fault || behaviour === 'refund_fails') return 'failed'
  return behaviour === 'refund_is_pending' ? 'succeeded' : undefined
}

export const refundCalls = [
  apiCall({
    name: 'refunds.create',
    method: 'post',
    path: '/refunds',
    parameters: newRefund,
    run: createRefund,
  }),
  apiCall({
    name: 'refunds.list',
    method: 'get',
    path: '/refunds',
    parameters: z.strictObject({ ...pageParameters, payment_intent: text(100).optional() }),
    run: ({ tx, parameters: { payment_intent, ...page } }) =>
      listObjects(tx, 'refund', page, { payment_intent }),
  }),
]
