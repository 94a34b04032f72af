import { href, Link } from 'react-router'
import { comparedIds, comparePath } from '#shop/catalogue/compare/compare-choice.tsx'
import { countedLines } from '#shop/list-store/order-list.ts'
import { useOrderList } from '#shop/list-store/order-list-store.ts'
import { Button, buttonVariant } from '#ui/button.tsx'
import { Image } from '#ui/image.tsx'
import { useComparedProducts } from './use-compared-products.ts'

/** The products chosen to compare, with the links to the comparison and the order list. */
export function ChosenProducts({ ids }: { ids: string[] }) {
  const products = useComparedProducts(ids)
  const { length: lines } = useOrderList()
  return (
    <>
      <ul className="compare-chosen">
        {ids.map((id) => {
          const { name = 'tool', imgURL } = products.get(id) ?? {}
          return (
            <li key={id}>
              {imgURL !== undefined && (
                <Image
                  imgURL={imgURL}
                  alt={name}
                  width={400}
                  height={300}
                  sizes="3rem"
                  background
                />
              )}
              <button
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
        <p className="compare-tray-list">
          <Link to={href('/order-list')}>Order list, {countedLines(lines)}</Link>
        </p>
      )}
    </>
  )
}
