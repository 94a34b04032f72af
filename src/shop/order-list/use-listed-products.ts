import { useEffect, useMemo, useState } from 'react'
import { useCurrentUser } from '#shop/auth/access/use-sign-in.ts'
import type { Product } from '#shop/catalogue/product.ts'
import type { OrderLines } from '#shop/list-store/order-list.ts'
import { lookUpProducts } from '#shop/search/catalogue-client.ts'

/** A product's state on a list: null when it is no longer for sale, undefined while it loads. */
export type ListedProduct = Product | null | undefined

/** A list's products with today's prices and stock, read when it is shown and for later lines. */
export function useListedProducts(lines: OrderLines) {
  const [known, setKnown] = useState<ReadonlyMap<string, Product | null>>(new Map())
  // Another user has other prices.
  const viewer = useCurrentUser()?.uid
  const [knownTo, setKnownTo] = useState(viewer)
  if (knownTo !== viewer) {
    setKnownTo(viewer)
    setKnown(new Map())
  }
  const [error, setError] = useState<unknown>(null)
  const [attempt, setAttempt] = useState(0)
  const missing = lines.map(({ productId }) => productId).filter((id) => !known.has(id))
  const missingIds = missing.join(' ')

  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` repeats a failed request
  useEffect(() => {
    if (missingIds === '') return
    let isCurrent = true
    const ids = missingIds.split(' ')
    lookUpProducts(ids).then(
      (products) => {
        if (!isCurrent) return
        setError(null)
        setKnown((known) => withProducts(known, ids, products))
      },
      (error: unknown) => isCurrent && setError(error),
    )
    return () => {
      isCurrent = false
    }
  }, [missingIds, attempt, viewer])

  return useMemo(
    () => ({
      productOf: (productId: string): ListedProduct => known.get(productId),
      isLoading: missingIds !== '' && error === null,
      error,
      retry: () => {
        setError(null)
        setAttempt((count) => count + 1)
      },
      refresh: (productId: string) => {
        setKnown((known) => new Map([...known].filter(([id]) => id !== productId)))
      },
    }),
    [known, missingIds, error],
  )
}

function withProducts(
  known: ReadonlyMap<string, Product | null>,
  ids: string[],
  products: Product[],
): Map<string, Product | null> {
  const next = new Map(known)
  for (const id of ids) next.set(id, null)
  for (const product of products) next.set(product._id, product)
  return next
}
