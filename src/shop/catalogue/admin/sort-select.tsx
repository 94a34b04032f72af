import { type ProductSort, productSorts } from '#shop/catalogue/product-sorts.ts'
import { sortLabels } from './manage-products.ts'

/** Chooses the order of the tools; sends the form that it belongs to. */
export function SortSelect({ sort }: { sort: ProductSort }) {
  return (
    <select
      key={sort}
      name="sort"
      aria-label="Sort by"
      className="field-input"
      defaultValue={sort}
      onChange={({ currentTarget }) => currentTarget.form?.requestSubmit()}
    >
      {productSorts.map((sort) => (
        <option key={sort} value={sort}>
          {sortLabels[sort]}
        </option>
      ))}
    </select>
  )
}
