import { type Refusal, refusals } from '#platform/http/refusals.server.ts'

/** How the calls about payments refuse; what concerns the order itself is in the orders' table. */
export const refusePayment = refusals<Refusal<'not-paid' | 'bad-signature' | 'malformed'>>({
  'not-paid': { status: 409, text: 'The card provider has no payment for this order.' },
  'bad-signature': { status: 400, text: 'The signature does not match.' },
  malformed: { status: 400, text: 'The event is malformed.' },
})
