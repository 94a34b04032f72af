import type { z } from 'zod'
import { saveDownload } from '#platform/http/api/save-download.ts'
import { apiClient, apiResponses } from '#shop/auth/access/authorized-fetch.ts'
import type { packingOrderJson } from './packing-order.server.ts'
import type { Paper } from './print/papers.ts'
import type { createPrintApi } from './print/print-api.server.ts'
import type { createQueueApi } from './queue-api.server.ts'
import type { shipmentJson } from './shipment-json.server.ts'
import type { createShipmentsApi } from './shipments-api.server.ts'
import type { WantedOrder } from './start-packing.server.ts'

export const shippingApi = apiClient<typeof createQueueApi | typeof createShipmentsApi>()
const papersApi = apiResponses<typeof createPrintApi>()

export type Shipment = z.infer<typeof shipmentJson>
export type PackingOrder = z.infer<typeof packingOrderJson>

export function fetchPackingOrder(id: string): Promise<PackingOrder> {
  return shippingApi.shipping.orders[':id'].$get({ param: { id } })
}

export function fetchShipment(id: string): Promise<Shipment> {
  return shippingApi.shipments[':id'].$get({ param: { id } })
}

/** Begins an order, or without one the next; see `POST /shipments`. */
export function sendStart(request: WantedOrder): Promise<Shipment> {
  return shippingApi.shipments.$post({ json: request })
}

type Seen = Pick<Shipment, '_id' | 'version'>

export function sendPacked(
  { _id: id, version }: Seen,
  lines: { _id: string; quantity: number }[],
): Promise<Shipment> {
  const json = { version, lines }
  return shippingApi.shipments[':id'].pack.$post({ param: { id }, json })
}

export function sendShipped(
  { _id: id, version }: Seen,
  by: { carrier: string; trackingNumber?: string },
): Promise<Shipment> {
  const json = { version, ...by }
  return shippingApi.shipments[':id'].ship.$post({ param: { id }, json })
}

export async function sendDelivered(number: string): Promise<Shipment> {
  const { _id: id, version } = await fetchShipment(number)
  return shippingApi.shipments[':id'].deliver.$post({ param: { id }, json: { version } })
}

/** Stores the status that the carrier reports for a shipment. */
export async function sendTrackingStatus(number: string, trackingStatus: string): Promise<Shipment> {
  const { _id: id, version } = await fetchShipment(number)
  const json = { version, trackingStatus }
  return shippingApi.shipments[':id'].tracking.$post({ param: { id }, json })
}

/** Cancels a shipment; one that was shipped needs a reason. */
export function sendCancelled({ _id: id, version }: Seen, reason?: string): Promise<Shipment> {
  const json = reason === undefined ? { version } : { version, reason }
  return shippingApi.shipments[':id'].cancel.$post({ param: { id }, json })
}

/** Downloads the pick list, packing slips and delivery notes of these orders. */
export function saveOrderPapers(orderIds: string[], papers: Paper[]): Promise<void> {
  const sent = papersApi.shipping.print.$post({ json: { orderIds, papers } })
  return saveDownload(sent as Promise<Response>, 'shipping.pdf')
}

/** Downloads the packing slip and the delivery note of a shipment. */
export function saveShipmentPapers({ number }: { number: string }): Promise<void> {
  const sent = papersApi.shipments[':id'].slip.$get({ param: { id: number } })
  return saveDownload(sent as Promise<Response>, `packing-slip-${number}.pdf`)
}
