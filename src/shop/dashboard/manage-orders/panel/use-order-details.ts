import { useCallback, useEffect } from 'react'
import { apiClient } from '#shop/auth/access/authorized-fetch.ts'
import type { DocumentEntry } from '#shop/documents/document-queries.server.ts'
import { fetchDocuments } from '#shop/documents/documents-client.ts'
import type { OrderNoteEntry } from '#shop/orders/notes/order-notes.server.ts'
import type { createOrderNotesApi } from '#shop/orders/notes/order-notes-api.server.ts'
import type { OrderDetails } from '#shop/orders/order.ts'
import { fetchOrder } from '#shop/orders/page/orders-client.ts'
import { fetchOrderReturns, type OrderReturns } from '#shop/returns/page/returns-client.ts'
import { useLoaded } from '#web/use-loaded.ts'

const api = apiClient<typeof createOrderNotesApi>()

export type PanelOrder = {
  order: OrderDetails
  documents: DocumentEntry[] | null
  notes: OrderNoteEntry[]
  returns: OrderReturns | null
}

/** The neighbours of the shown order, fetched ahead, so that a key press shows them at once. */
const ahead = new Map<string, { loaded: unknown; at: number; order: Promise<PanelOrder> }>()
const MAX_AGE_MS = 30_000

/**
 * Loads what the panel shows of an order; again when `loaded`, the page's data, has changed. Then it loads its
 * neighbours ahead.
 */
export function useOrderDetails(number: string, loaded: unknown, neighbours: string[]) {
  const details = useLoaded(useCallback(() => takeOrFetch(number, loaded), [number, loaded]))
  const neighbourKey = neighbours.join()
  const isShown = details.value !== undefined
  useEffect(() => {
    if (!isShown) return
    ahead.clear()
    for (const neighbour of neighbourKey.split(',').filter(Boolean)) {
      const order = fetchPanelOrder(neighbour)
      // Reported when it is shown and fetched again.
      order.catch(() => ahead.delete(neighbour))
      ahead.set(neighbour, { loaded, at: performance.now(), order })
    }
  }, [isShown, neighbourKey, loaded])
  return details
}

function takeOrFetch(number: string, loaded: unknown): Promise<PanelOrder> {
  const prefetched = ahead.get(number)
  ahead.delete(number)
  if (!prefetched || prefetched.loaded !== loaded || performance.now() - prefetched.at > MAX_AGE_MS) {
    return fetchPanelOrder(number)
  }
  return prefetched.order
}

async function fetchPanelOrder(number: string): Promise<PanelOrder> {
  const [order, notes] = await Promise.all([
    fetchOrder(number),
    api.orders[':id'].notes.$get({ param: { id: number } }),
  ])
  const [documents, returns] = await Promise.all([
    fetchDocuments(order._id).catch(() => null),
    fetchOrderReturns(order._id).catch(() => null),
  ])
  return { order, notes, documents, returns }
}
