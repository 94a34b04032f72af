import { useDeferredValue, useEffect, useRef } from 'react'
import type { Product } from '#shop/catalogue/product.ts'
import { ProductCard } from '#shop/catalogue/product-card.tsx'
import { loadingPriorityAt } from '#ui/image.tsx'
import { ROW } from './product-grid.tsx'
import { FIRST_CHUNK } from './use-all-products.ts'
import { useGridRows } from './use-grid-rows.ts'

type LongProductGridProps = {
  total: number
  /** Returns a product; undefined until it is loaded. */
  productAt: (index: number) => Product | undefined
  /** Reports the index of the topmost visible product. */
  onShow: (index: number) => void
}

/**
 * A grid of any number of products that renders only those near the screen. The server's HTML,
 * without a screen size, contains the first ones.
 */
export function LongProductGrid({ total, productAt, onShow }: LongProductGridProps) {
  const list = useRef<HTMLUListElement>(null)
  const rows = useGridRows(list, total)
  const { start, end } = rows ?? { start: 0, end: FIRST_CHUNK }
  // A card takes longer than a frame: while the list scrolls fast, new places stay empty.
  const filled = useDeferredValue(`${start} ${end}`)
  const [filledStart = 0, filledEnd = 0] = filled.split(' ').map(Number)
  const report = useRef(onShow)
  report.current = onShow
  useEffect(() => report.current(start), [start])
  const places = Array.from({ length: Math.min(end, total) - start }, (_, row) => start + row)
  return (
    <ul ref={list} className="product-grid product-grid-long" style={rows?.style}>
      {places.map((index) => {
        const isFilled = index >= filledStart && index < filledEnd
        const product = isFilled ? productAt(index) : undefined
        return product ? (
          <li key={index} aria-posinset={index + 1} aria-setsize={total}>
            <ProductCard
              key={product._id}
              product={product}
              priority={loadingPriorityAt(index, ROW)}
              discover={index === 0 ? 'render' : 'none'}
            />
          </li>
        ) : (
          <li key={index} className="product-awaited" style={rows?.place} aria-hidden="true" />
        )
      })}
    </ul>
  )
}
