import { type Refusal, refusals } from '#platform/http/api/refusals.server.ts'

/**
 * Maps refusals of the payment endpoints to responses; refusals about the order are in
 * `refuseOrder`.
 */
export const refusePayment = refusals<Refusal<'not-paid' | 'bad-signature' | 'malformed'>>({
  'not-paid': { status: 409, text: 'The card provider has no payment for this order.' },
  'bad-signature': { status: 400, text: 'The signature does not match.' },
  malformed: { status: 400, text: 'The event is malformed.' },
})
