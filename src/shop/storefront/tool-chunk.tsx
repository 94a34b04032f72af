import { memo } from 'react'
import type { Product } from '#shop/catalogue/product.ts'
import { ProductCard } from '#shop/catalogue/product-card.tsx'

const SEEN_AT_ONCE = 4

/** Some cards of a long list; those that stand are not touched when more come. */
export const ToolChunk = memo(function ToolChunk(props: { tools: Product[]; isFirst: boolean }) {
  const { tools, isFirst } = props
  return tools.map((tool, position) => (
    <li key={tool._id}>
      <ProductCard product={tool} eager={isFirst && position < SEEN_AT_ONCE} />
    </li>
  ))
})
