import { useEffect, useState } from 'react'
import type { ListPlace } from '#platform/page-query.ts'
import type { Product } from '#shop/catalogue/product.ts'
import { fetchProducts } from '#shop/catalogue/products-client.ts'

/** How many tools come at once when all are asked for. */
export const CHUNK = 100

type Loaded = { tools: Product[]; count: number; place: ListPlace }

/** The tools of a page; when all are asked for, they keep coming chunk by chunk. */
export function useAllTools(loaded: Loaded): Product[] {
  const [more, setMore] = useState<{ after: Loaded; tools: Product[] }>()
  const tools = more?.after === loaded ? [...loaded.tools, ...more.tools] : loaded.tools
  const isMissingSome =
    loaded.place.size === 'all' && tools.length % CHUNK === 0 && tools.length < loaded.count

  useEffect(() => {
    if (!isMissingSome) return
    let isWanted = true
    fetchProducts(CHUNK, tools.length / CHUNK).then((chunk) => {
      if (!isWanted) return
      setMore((more) => ({
        after: loaded,
        tools: more?.after === loaded ? [...more.tools, ...chunk] : chunk,
      }))
    }, console.warn)
    return () => {
      isWanted = false
    }
  }, [isMissingSome, tools.length, loaded])
  return tools
}
