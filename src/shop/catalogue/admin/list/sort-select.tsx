import { sortLabels } from '#shop/catalogue/admin/manage-products.ts'
import { type ProductSort, productSorts } from '#shop/catalogue/product.ts'

/** Selects the sort order of the products and submits its form. */
export function SortSelect({ sort }: { sort: ProductSort }) {
  return (
    <select
      key={sort}
      name="sort"
      className="field-input"
      aria-label="Sort by"
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
