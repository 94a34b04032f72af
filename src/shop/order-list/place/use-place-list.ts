import { useMemo, useRef, useState } from 'react'
import { type OrderLines, removeLine, setLine } from '#shop/order-list/store/order-list.ts'
import { changeList, currentLines } from '#shop/order-list/store/order-list-store.ts'
import type { useListedProducts } from '#shop/order-list/use-listed-products.ts'
import type { Order } from '#shop/orders/order.ts'
import { isDecided } from '#shop/orders/orders-client.ts'
import type { BuyerForm } from '#shop/orders/purchase/order-forms.ts'
import { currentErrors, type Fix, type RefusedLine, refusedLines } from './fix-line.ts'
import { placeList } from './place-client.ts'

/** Places the list; holds the errors of its lines, and the order once it is placed. */
export function usePlaceList(lines: OrderLines, products: ReturnType<typeof useListedProducts>) {
  // One key per list: a double click or a retry after a lost response places nothing twice.
  const key = useRef('')
  const [refused, setRefused] = useState<RefusedLine[]>([])
  const errors = useMemo(() => currentErrors(refused, lines), [refused, lines])
  const [order, setOrder] = useState<Order | null>(null)

  const place = async ({ city, postcode, country, ...buyer }: BuyerForm) => {
    const sent = currentLines().map(({ productId, quantity }) => {
      const perPrice = products.productOf(productId)?.perPrice
      return { productId, quantity, perPrice }
    })
    const { name, address, poNumber } = buyer
    const shippingAddress = { name, street: address, city, postcode, country }
    key.current ||= crypto.randomUUID()
    try {
      const placed = await placeList(
        { lines: sent, name, address, shippingAddress, poNumber },
        key.current,
      )
      key.current = ''
      if ('refused' in placed) {
        setRefused(refusedLines(placed.refused, sent))
        return false
      }
      setRefused([])
      setOrder(placed.order)
      // Lines that were added meanwhile stay.
      changeList((lines) => sent.reduce((rest, line) => removeLine(rest, line.productId), lines))
      return true
    } catch (error) {
      if (isDecided(error)) key.current = ''
      throw error
    }
  }

  const fix = (fixes: { productId: string; fix: Fix }[]) => {
    for (const { productId, fix } of fixes) {
      if (fix.takeOut) changeList((lines) => removeLine(lines, productId))
      else {
        const { quantity, perPrice } = fix
        if (quantity !== null) changeList((lines) => setLine(lines, { productId, quantity }))
        if (perPrice !== null) products.setPrice(productId, perPrice)
      }
    }
    const fixed = new Set(fixes.map(({ productId }) => productId))
    setRefused(refused.filter(({ productId }) => !fixed.has(productId)))
  }

  return { errors, order, place, fix, startAnew: () => setOrder(null) }
}
