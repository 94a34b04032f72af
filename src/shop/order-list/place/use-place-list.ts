import { useMemo, useState } from 'react'
import { isDecided, RestRefusal } from '#platform/http/api/rest-client.ts'
import {
  countedLines,
  LIST_CHANGED,
  type OrderLines,
  rebaseList,
  removeLine,
  setLine,
} from '#shop/list-store/order-list.ts'
import {
  changeList,
  currentLines,
  refreshList,
  saveForPlacing,
  takePlaced,
} from '#shop/list-store/order-list-store.ts'
import type { ListUndo } from '#shop/order-list/list-undo.tsx'
import type { useListedProducts } from '#shop/order-list/use-listed-products.ts'
import type { Order } from '#shop/orders/order.ts'
import type { BuyerForm } from '#shop/orders/purchase/order-forms.ts'
import { recipientOf } from '#shop/orders/purchase/order-recipient.ts'
import { ownPerPrice } from '#shop/prices/shown/own-price.ts'
import { showToast } from '#ui/toast.ts'
import { currentErrors, type Fix, type RefusedLine, refusedLines } from './fix-line.ts'
import { clearPending, pendingKey, placeList } from './place-client.ts'

/** Places the list, and holds its lines' errors. `offerUndo` receives each fix that takes lines out. */
export function usePlaceList(
  lines: OrderLines,
  products: ReturnType<typeof useListedProducts>,
  show: (order: Order) => void,
  offerUndo: ListUndo['offer'],
) {
  const [refused, setRefused] = useState<RefusedLine[]>([])
  const errors = useMemo(() => currentErrors(refused, lines), [refused, lines])

  /** Returns the order, or null when lines were refused. */
  const place = async (buyer: BuyerForm, payAtOnce: boolean): Promise<Order | null> => {
    const listVersion = await saveForPlacing()
    if (listVersion === null) {
      throw new RestRefusal(409, { code: 'list-changed', message: LIST_CHANGED })
    }
    const sent = currentLines().map(({ productId, quantity }) => {
      const product = products.productOf(productId)
      const perPrice = product ? ownPerPrice(product, quantity) : undefined
      return { productId, quantity, perPrice }
    })
    const order = { lines: sent, ...recipientOf(buyer), payAtOnce }
    try {
      const placed = await placeList({ ...order, listVersion }, pendingKey(order))
      if ('refused' in placed) {
        clearPending()
        setRefused(refusedLines(placed.refused, sent))
        return null
      }
      setRefused([])
      show(placed.order)
      // An earlier request has placed it, since when the list may have been saved.
      if (placed.isReplayed) await refreshList()
      // Lines that were added meanwhile stay.
      takePlaced(sent, listVersion)
      clearPending()
      return placed.order
    } catch (error) {
      if (isDecided(error)) clearPending()
      if (error instanceof RestRefusal && error.code === 'list-changed') {
        await refreshList()
        // Without lines there is no form that could show it.
        if (currentLines().length === 0) await showToast('error', error.message)
      }
      throw error
    }
  }

  const fix = (fixes: { productId: string; fix: Fix }[]) => {
    const before = currentLines()
    for (const { productId, fix } of fixes) {
      if (fix.takeOut) changeList((lines) => removeLine(lines, productId))
      else {
        const { quantity, perPrice } = fix
        if (quantity !== null) changeList((lines) => setLine(lines, { productId, quantity }))
        if (perPrice !== null) products.refresh(productId)
      }
    }
    const after = currentLines()
    const takenOut = before.length - after.length
    if (takenOut > 0) {
      offerUndo({
        text: `${countedLines(takenOut)} taken out.`,
        revert: (now) => rebaseList(after, before, now),
      })
    }
    const fixed = new Set(fixes.map(({ productId }) => productId))
    setRefused(refused.filter(({ productId }) => !fixed.has(productId)))
  }

  return { errors, place, fix }
}
