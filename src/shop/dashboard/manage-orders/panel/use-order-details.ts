import { useCallback } from 'react'
import { answerOf } from '#platform/http/api/rest-client.ts'
import { apiClient } from '#shop/auth/access/authorized-fetch.ts'
import type { DocumentEntry } from '#shop/documents/document.ts'
import { fetchDocuments } from '#shop/documents/documents-client.ts'
import type { OrderNoteEntry, OrderNotesApi } from '#shop/orders/notes/order-notes-api.server.ts'
import type { OrderDetails } from '#shop/orders/order.ts'
import { fetchOrder } from '#shop/orders/orders-client.ts'
import { fetchOrderReturns, type OrderReturns } from '#shop/returns/page/returns-client.ts'
import { useLoaded } from '#web/use-loaded.ts'

const api = apiClient<OrderNotesApi>()

export type PanelOrder = {
  order: OrderDetails
  documents: DocumentEntry[] | null
  notes: OrderNoteEntry[]
  returns: OrderReturns | null
}

/** Loads what the panel shows of an order; again when `loaded`, the page's data, has changed. */
export function useOrderDetails(number: string, loaded: unknown) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the page was reloaded after a change
  return useLoaded(useCallback(() => fetchPanelOrder(number), [number, loaded]))
}

async function fetchPanelOrder(number: string): Promise<PanelOrder> {
  const [order, notes] = await Promise.all([
    fetchOrder(number),
    answerOf(api.orders[':id'].notes.$get({ param: { id: number } })),
  ])
  const [documents, returns] = await Promise.all([
    fetchDocuments(order._id).catch(() => null),
    fetchOrderReturns(order._id).catch(() => null),
  ])
  return { order, notes, documents, returns }
}
