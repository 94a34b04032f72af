import { useEffect, useState } from 'react'
import { href, Link } from 'react-router'
import { comparedIds, comparePath } from '#shop/catalogue/compare/compare-choice.tsx'
import type { Product } from '#shop/catalogue/product.ts'
import { countedLines } from '#shop/list-store/order-list.ts'
import { useOrderList } from '#shop/list-store/order-list-store.ts'
import { lookUpProducts } from '#shop/search/catalogue-client.ts'
import { Button, buttonVariant } from '#ui/button.tsx'
import { Image } from '#ui/image.tsx'

/** The products chosen to compare, with the links to the comparison and the order list. */
export function ChosenProducts({ ids }: { ids: string[] }) {
  const products = useComparedProducts(ids)
  const { length: lines } = useOrderList()
  return (
    <>
      <ul className="compare-chosen flex">
        {ids.map((id) => {
          const { name = 'tool', imgURL } = products.get(id) ?? {}
          return (
            <li className="relative flex items-center" key={id}>
              {imgURL !== undefined && (
                <Image imgURL={imgURL} alt={name} width={400} height={300} sizes="3rem" background />
              )}
              <button
                className="hover-fill text-18"
                type="button"
                aria-label={`Do not compare ${name}`}
                title={`Do not compare ${name}`}
                onClick={() => comparedIds.remove(id)}
              >
                <span aria-hidden="true">×</span>
              </button>
            </li>
          )
        })}
      </ul>
      <Link to={comparePath(ids)} prefetch="intent" className={buttonVariant.primary}>
        Compare {ids.length}
      </Link>
      <Button variant="quiet" onClick={comparedIds.clear}>
        Clear
      </Button>
      {lines > 0 && (
        <p className="ml-auto text-14">
          <Link to={href('/order-list')}>Order list, {countedLines(lines)}</Link>
        </p>
      )}
    </>
  )
}

// A choice is seldom changed, and its images and names even less.
let known: ReadonlyMap<string, Product> = new Map()

function useComparedProducts(ids: string[]): ReadonlyMap<string, Product> {
  const [products, setProducts] = useState(known)
  useEffect(() => {
    const missing = ids.filter((id) => !known.has(id))
    if (missing.length === 0) return
    let isCurrent = true
    lookUpProducts(missing).then(
      (products) => {
        known = new Map([...known, ...products.map((product) => [product._id, product] as const)])
        if (isCurrent) setProducts(known)
      },
      // The tray works without images.
      () => {},
    )
    return () => {
      isCurrent = false
    }
  }, [ids])
  return products
}
