import { href, Link } from 'react-router'
import { storedIds } from '#shop/catalogue/pages/stored-ids.ts'
import type { Product } from '#shop/catalogue/product.ts'
import { Button, buttonVariant } from '#ui/button.tsx'
import { useHydrated } from '#ui/use-hydrated.ts'

/** The most products that fit side by side. */
export const MAX_COMPARED = 4

/** Returns the shareable path of a comparison. */
export function comparePath(ids: string[]): string {
  return ids.length === 0 ? href('/compare') : `${href('/compare')}?ids=${ids.join(',')}`
}

const chosen = storedIds('compare', MAX_COMPARED)

type CompareCheckboxProps = { product: Pick<Product, '_id' | 'name'>; isShort?: boolean }

/** Chooses a product for the comparison; `isShort` leaves its label to the column. */
export function CompareCheckbox({ product, isShort = false }: CompareCheckboxProps) {
  const isHydrated = useHydrated()
  // Subscribes to these two values only, so that a choice re-renders no other row of a long table.
  const isChosen = chosen.useSelector((ids) => ids.includes(product._id))
  const isFull = chosen.useSelector((ids) => ids.length === MAX_COMPARED)
  const text = <span className={isShort ? 'visually-hidden' : ''}>Compare</span>
  return (
    <label className="compare-checkbox">
      <input
        type="checkbox"
        checked={isChosen}
        disabled={!isHydrated || (!isChosen && isFull)}
        onChange={() => (isChosen ? chosen.remove(product._id) : chosen.add(product._id))}
      />
      {text} <span className="visually-hidden">{product.name}</span>
    </label>
  )
}

/** The bar at the bottom of the screen with the chosen products; absent without any. */
export function CompareTray() {
  const ids = chosen.useIds()
  const full = ids.length === MAX_COMPARED ? ', which is the most' : ''
  return (
    <aside className="compare-tray-place" aria-label="Comparison">
      <p className="visually-hidden" aria-live="polite">
        {ids.length > 0 && `${ids.length} chosen to compare${full}`}
      </p>
      {ids.length > 0 && (
        <div className="compare-tray">
          <p aria-hidden="true">
            <strong>{ids.length}</strong> of {MAX_COMPARED} to compare
          </p>
          <Button variant="quiet" onClick={chosen.clear}>
            Clear
          </Button>
          <Link to={comparePath(ids)} prefetch="intent" className={buttonVariant.strong}>
            Compare
          </Link>
        </div>
      )}
    </aside>
  )
}

/** Removes a product from the stored choice. */
export function forgetCompared(id: string): void {
  chosen.remove(id)
}
