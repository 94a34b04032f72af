import { memo } from 'react'
import type { Product } from '#shop/catalogue/product.ts'
import { ProductCard } from '#shop/catalogue/product-card.tsx'
import { loadingPriorityAt } from '#ui/image.tsx'

// The cards side by side on a wide screen.
const ROW = 4

type ToolChunkProps = {
  tools: Product[]
  /** The chunk at the top of the page. */
  isFirst: boolean
}

/** A part of a long list; those that stand are not touched when more come. */
export const ToolChunk = memo(function ToolChunk({ tools, isFirst }: ToolChunkProps) {
  if (tools.length === 0) return null
  return (
    <ul className={isFirst ? 'product-grid' : 'product-grid product-grid-more'}>
      {tools.map((tool, position) => (
        <li key={tool._id}>
          <ProductCard
            product={tool}
            priority={isFirst ? loadingPriorityAt(position, ROW) : 'later'}
          />
        </li>
      ))}
    </ul>
  )
})
