import { startTransition, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Product } from '#shop/catalogue/product.ts'
import { ProductCard } from '#shop/catalogue/product-card.tsx'
import { ROW } from '#shop/screens/catalogue/product-grid.tsx'
import { loadingPriorityAt } from '#ui/image.tsx'
import { FIRST_CHUNK } from './use-all-products.ts'
import { useGridRows } from './use-grid-rows.ts'

type LongProductGridProps = {
  total: number
  /** Returns a product; undefined until it is loaded. */
  productAt: (index: number) => Product | undefined
  /** Reports the index of the topmost visible product. */
  onShow: (index: number) => void
}

// One row per 60 ms is faster than reading.
const SETTLED_MS = 60

/** Renders only those of any number of products that are near the screen; on the server the first ones. */
export function LongProductGrid({ total, productAt, onShow }: LongProductGridProps) {
  const list = useRef<HTMLUListElement>(null)
  const rows = useGridRows(list, total)
  const { start, end } = rows ?? { start: 0, end: FIRST_CHUNK }
  const filled = useSettled(start, end)
  const measure = rows?.measure
  // Card heights may have changed while only placeholders were shown.
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever places are filled
  useLayoutEffect(() => measure?.(), [measure, filled])
  const report = useRef(onShow)
  report.current = onShow
  useEffect(() => report.current(start), [start])
  const indexes = Array.from({ length: Math.min(end, total) - start }, (_, row) => start + row)
  return (
    <ul ref={list} className="product-grid product-grid-long content-start" style={rows?.style}>
      {indexes.map((index) => {
        const isFilled = index >= filled.start && index < filled.end
        const product = isFilled ? productAt(index) : undefined
        return product ? (
          <li key={index} aria-posinset={index + 1} aria-setsize={total}>
            <ProductCard
              key={product._id}
              product={product}
              priority={loadingPriorityAt(index, ROW)}
              discover={index === 0 ? 'render' : 'none'}
              canCompare
            />
          </li>
        ) : (
          <li key={index} className="product-awaited" style={rows?.placeholder} aria-hidden="true" />
        )
      })}
    </ul>
  )
}

/**
 * Returns the items to render: those near the screen, once the list scrolls slowly. Cards take longer
 * than a frame, so fast scrolling shows placeholders.
 */
function useSettled(start: number, end: number) {
  const [settled, setSettled] = useState({ start, end })
  useEffect(() => {
    const settle = () => startTransition(() => setSettled({ start, end }))
    const timer = setTimeout(settle, SETTLED_MS)
    return () => clearTimeout(timer)
  }, [start, end])
  return settled
}
