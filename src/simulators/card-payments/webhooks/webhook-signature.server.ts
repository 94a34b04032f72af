import { createHmac } from 'node:crypto'
import { unixSeconds } from '#simulators/card-payments/api/api-call.ts'

/** Returns the `Stripe-Signature` header of a payload: the time, and the HMAC of time and payload. */
export function signatureHeader(payload: string, secret: string, now: Date): string {
  const time = unixSeconds(now)
  const signature = createHmac('sha256', secret).update(`${time}.${payload}`).digest('hex')
  return `t=${time},v1=${signature}`
}
