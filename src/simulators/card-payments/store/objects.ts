/** The part of Stripe's objects that the simulator supports. Times are Unix seconds, amounts cents. */

export type Metadata = Record<string, string>

export type PaymentMethod = {
  id: string
  object: 'payment_method'
  card: { brand: string; last4: string }
  created: number
  livemode: false
  type: 'card'
}

export type IntentStatus =
  | 'requires_payment_method'
  | 'requires_confirmation'
  | 'requires_action'
  | 'processing'
  | 'succeeded'
  | 'canceled'

export type NextAction = {
  type: 'use_stripe_sdk'
  use_stripe_sdk: { type: 'three_d_secure_simulation'; brand: string; last4: string }
}

export type PaymentIntent = {
  id: string
  object: 'payment_intent'
  amount: number
  amount_received: number
  canceled_at: number | null
  client_secret: string
  created: number
  currency: 'usd'
  last_payment_error: StripeError | null
  latest_charge: string | null
  livemode: false
  metadata: Metadata
  next_action: NextAction | null
  payment_method: string | null
  status: IntentStatus
}

export type Charge = {
  id: string
  object: 'charge'
  amount: number
  amount_captured: number
  amount_refunded: number
  captured: boolean
  created: number
  currency: 'usd'
  failure_code: string | null
  failure_message: string | null
  livemode: false
  metadata: Metadata
  paid: boolean
  payment_intent: string
  payment_method: string
  payment_method_details: { card: PaymentMethod['card']; type: 'card' }
  refunded: boolean
  status: 'succeeded' | 'failed'
}

export type Refund = {
  id: string
  object: 'refund'
  amount: number
  charge: string
  created: number
  currency: 'usd'
  metadata: Metadata
  payment_intent: string
  failure_reason?: 'expired_or_canceled_card'
  status: 'pending' | 'succeeded' | 'failed'
}

export type Event = {
  id: string
  object: 'event'
  api_version: string
  created: number
  data: { object: PaymentIntent | Charge | Refund; previous_attributes?: object }
  livemode: false
  pending_webhooks: number
  request: { id: null; idempotency_key: string | null }
  type: EventType
}

export type EventType =
  | 'payment_intent.succeeded'
  | 'payment_intent.payment_failed'
  | 'payment_intent.canceled'
  | 'charge.refunded'
  | 'charge.refund.updated'
  | 'refund.updated'
  | 'refund.failed'

export type StripeObject = PaymentMethod | PaymentIntent | Charge | Refund | Event

export type StripeError = {
  type: 'invalid_request_error' | 'card_error' | 'api_error' | 'idempotency_error'
  message: string
  code?: string
  decline_code?: string
  param?: string
  charge?: string
  payment_intent?: object
  payment_method?: PaymentMethod
}
