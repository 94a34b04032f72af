import { saveDownload } from '#platform/http/api/save-download.ts'
import { apiClient, apiResponses } from '#shop/auth/access/authorized-fetch.ts'
import type { Return } from '#shop/returns/return-json.server.ts'
import type { createReturnSlipApi } from '#shop/returns/return-slip-api.server.ts'
import type { createReturnsApi } from '#shop/returns/returns-api.server.ts'

export const returnsApi = apiClient<typeof createReturnsApi>()
const slips = apiResponses<typeof createReturnSlipApi>()

export type OrderReturns = Awaited<ReturnType<typeof fetchOrderReturns>>

export function fetchOrderReturns(orderId: string) {
  return returnsApi.orders[':id'].returns.$get({ param: { id: orderId } })
}

export function saveReturnSlip({ orderNumber: id, number }: Return): Promise<void> {
  const sent = slips.orders[':id'].returns[':number'].slip.$get({ param: { id, number } })
  return saveDownload(sent as Promise<Response>, `return-slip-${number}.pdf`)
}
