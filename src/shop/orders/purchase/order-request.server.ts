import type { Caller } from '#shop/auth/access/caller.server.ts'
import type { Order, OrderLine } from '#shop/orders/order.ts'
import type { WantedLine } from './check-order-lines.ts'
import type { KeyedRequest } from './idempotency.server.ts'
import type { OrderRecipient } from './order-forms.ts'

/** An order as requested: its lines are placed together or not at all. */
export type OrderRequest = {
  buyer: Caller
  ipAddress?: string | null
  recipient: OrderRecipient
  lines: readonly WantedLine[]
  /** Whether the specification's call for one line placed it; the response is that line. */
  isSingle: boolean
  /** Whether the buyer pays it in the same step. */
  payAtOnce?: boolean | undefined
  /** The version of the buyer's order list that it places, if it places one. */
  listVersion?: number | undefined
  keyed: KeyedRequest
}

export type OrderAnswer = Order | OrderLine
