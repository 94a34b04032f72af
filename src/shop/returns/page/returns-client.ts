import { answerOf, restClient } from '#platform/http/api/rest-client.ts'
import { saveDownload } from '#platform/http/api/save-download.ts'
import { authorizedFetch } from '#shop/auth/access/authorized-fetch.ts'
import type { Return } from '#shop/returns/return-json.server.ts'
import type { ReturnList, ReturnReason } from '#shop/returns/return-request.ts'
import type { ReturnSlipApi } from '#shop/returns/return-slip-api.server.ts'
import type { ReturnsApi } from '#shop/returns/returns-api.server.ts'

const client = restClient<ReturnsApi>(authorizedFetch)
const slips = restClient<ReturnSlipApi>(authorizedFetch)

/** The returns of an order, and what else can be returned of it. */
export type OrderReturns = Awaited<ReturnType<typeof fetchOrderReturns>>

export function fetchOrderReturns(orderId: string) {
  return answerOf(client.orders[':id'].returns.$get({ param: { id: orderId } }))
}

/** Downloads the slip of an approved return. */
export function saveReturnSlip({ orderNumber: id, number }: Return): Promise<void> {
  const sent = slips.orders[':id'].returns[':number'].slip.$get({ param: { id, number } })
  return saveDownload(sent as Promise<Response>, `return-slip-${number}.pdf`)
}

/** For admins: fetches a page of the returns with a status, oldest first. */
export function fetchReturns(query: {
  status: ReturnList
  size: number
  page: number
}): Promise<Return[]> {
  const { status, size, page } = query
  return answerOf(
    client.returns.$get({ query: { status, size: String(size), page: String(page) } }),
  )
}

/** For admins: counts the returns of each status. */
export function fetchReturnCounts(): Promise<Record<ReturnList, number>> {
  return answerOf(client.returns.counts.$get())
}

/** Asks to send pieces of an order back. */
export async function sendReturnRequest(request: {
  order: string
  reason: ReturnReason
  note?: string | undefined
  lines: { _id: string; quantity: number }[]
}): Promise<Return> {
  return answerOf(client.returns.$post({ json: request }))
}

type Seen = Pick<Return, '_id' | 'version'>

export function sendApproval({ _id: id, version }: Seen): Promise<Return> {
  return answerOf(client.returns[':id'].approve.$post({ param: { id }, json: { version } }))
}

export function sendRefusal({ _id: id, version }: Seen, refusal: string): Promise<Return> {
  const json = { version, refusal }
  return answerOf(client.returns[':id'].refuse.$post({ param: { id }, json }))
}

/** Closes a return: withdrawn by the buyer, or closed by an admin. */
export function sendClosing({ _id: id, version }: Seen): Promise<Return> {
  return answerOf(client.returns[':id'].close.$post({ param: { id }, json: { version } }))
}

/** How many pieces of a line came, and how many are restocked or scrapped. */
export type CountedLine = {
  _id: string
  received: number
  restocked: number
  scrapped: number
}

/** Records what came back. */
export function sendReceived({ _id: id, version }: Seen, lines: CountedLine[]): Promise<Return> {
  const json = { version, lines }
  return answerOf(client.returns[':id'].receive.$post({ param: { id }, json }))
}
