import { href } from 'react-router'
import type { Product } from '#shop/catalogue/product.ts'
import { useHydrated } from '#ui/use-hydrated.ts'
import { storedIds } from './stored-ids.ts'

/** The maximum products that fit side by side. */
export const MAX_COMPARED = 4

export function comparePath(ids: string[]): string {
  return ids.length === 0 ? href('/compare') : `${href('/compare')}?ids=${ids.join(',')}`
}

/** The products chosen in this browser. */
export const comparedIds = storedIds('compare', MAX_COMPARED)

const classNames = {
  page: 'compare-checkbox',
  image: 'compare-checkbox compare-checkbox-image',
  row: 'compare-checkbox compare-checkbox-row',
} as const

type CompareCheckboxProps = {
  product: Pick<Product, '_id' | 'name'>
  /** Where it is shown; a table row has no room for its label. */
  on?: keyof typeof classNames
}

export function CompareCheckbox({ product, on = 'page' }: CompareCheckboxProps) {
  const isHydrated = useHydrated()
  // Subscribes to these two values only, so that a choice re-renders no other row of a long table.
  const isChosen = comparedIds.useSelector((ids) => ids.includes(product._id))
  const isFull = comparedIds.useSelector((ids) => ids.length === MAX_COMPARED)
  return (
    <label className={classNames[on]}>
      <input
        type="checkbox"
        checked={isChosen}
        disabled={!isHydrated || (!isChosen && isFull)}
        onChange={() => (isChosen ? comparedIds.remove(product._id) : comparedIds.add(product._id))}
      />
      <span className={on === 'row' ? 'visually-hidden' : ''}>Compare</span>{' '}
      <span className="visually-hidden">{product.name}</span>
    </label>
  )
}
