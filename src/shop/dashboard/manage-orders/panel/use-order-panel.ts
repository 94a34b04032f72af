import { useEffect, useRef } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { firstCharacters } from '#platform/text.ts'
import { type DeskQuery, deskPath } from '#shop/order-desk/desk-query.ts'
import { rowLinkId } from '#shop/order-table/order-cells.tsx'
import type { Order } from '#shop/orders/order.ts'
import { useListKeys } from '#web/lists/use-list-keys.ts'

export function orderOf(query: URLSearchParams): string | null {
  return firstCharacters(query.get('order') ?? '', 40).toUpperCase() || null
}

/** Which order's panel is open; the URL holds it, so that Back closes it. */
export type OpenPanel = {
  number: string | null
  pathOf: (order: Pick<Order, 'number'>) => string
  /** How the links of the rows navigate: one after another takes one entry of the history. */
  navigation: { replace: boolean; state: unknown; preventScrollReset: true }
  /** The neighbours in the list; undefined at its ends. Without an open panel, the last and the first order. */
  previous: Order | undefined
  next: Order | undefined
  show: (order: Order | undefined) => void
  close: () => void
}

const fromList = { fromList: true } as const

/**
 * The panel of an order beside its list: j and k show its neighbours, or open the first and the last
 * order, and Escape closes it. `focusHeading` is for an order that has no row any more.
 */
export function useOrderPanel(orders: Order[], query: DeskQuery, focusHeading: () => void): OpenPanel {
  const number = orderOf(useSearchParams()[0])
  const navigate = useNavigate()
  const { state } = useLocation()
  useFocusOfRow(number, focusHeading)
  const closing = useRef<string | null>(null)
  useEffect(() => {
    if (number === null) closing.current = null
  }, [number])
  const index = orders.findIndex((order) => order.number === number)
  const isOpen = number !== null
  const navigation = {
    replace: isOpen,
    state: isOpen ? state : fromList,
    preventScrollReset: true,
  } as const
  const pathOf = (order: Pick<Order, 'number'>) => deskPath({ ...query, order: order.number })
  const previous = isOpen ? orders[index - 1] : orders.at(-1)
  const next = orders[index + 1]
  const show = (order: Order | undefined) => {
    if (order) void navigate(pathOf(order), navigation)
  }
  const close = () => {
    // Going back takes a moment; a second time would leave the page.
    if (closing.current === number) return
    closing.current = number
    if (isFromList(state)) void navigate(-1)
    else void navigate(deskPath(query), { replace: true, preventScrollReset: true })
  }
  useListKeys({ j: () => show(next), k: () => show(previous), Escape: isOpen ? close : undefined })
  return { number, pathOf, navigation, previous, next, show, close }
}

/** Focuses the row of the order whose panel was closed. */
function useFocusOfRow(number: string | null, focusHeading: () => void) {
  const shown = useRef(number)
  useEffect(() => {
    const closed = number === null && shown.current
    shown.current = number
    if (!closed) return
    const link = document.getElementById(rowLinkId(closed))
    if (link) link.focus()
    else focusHeading()
  }, [number, focusHeading])
}

function isFromList(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'fromList' in state
}
