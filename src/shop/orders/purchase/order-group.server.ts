import type { Caller } from '#shop/auth/access/caller.server.ts'
import type { Order } from '#shop/orders/order.ts'
import type { LineFault, WantedLine } from './check-order-lines.ts'
import type { KeyedRequest } from './idempotency.server.ts'
import type { OrderRecipient } from './order-forms.ts'

/** The orders of one request, which are placed together or not at all: a single order or a list. */
export type OrderGroup = {
  buyer: Caller
  recipient: OrderRecipient
  lines: readonly WantedLine[]
  isList: boolean
  request: KeyedRequest
}

/** What became of a group. Only `placed` changed anything; `stored` is the response of its key. */
export type GroupOutcome =
  | { placed: Order[] }
  | { stored: Order[] }
  | { refused: 'key-reused' }
  | { refused: 'too-often' }
  | { faults: LineFault[] }

/** Places a group, once per idempotency key, or returns why not. */
export type PlaceGroup = (group: OrderGroup) => Promise<GroupOutcome>
