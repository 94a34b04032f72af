import { useId } from 'react'
import { sortLabels } from '#shop/catalogue/admin/manage-products.ts'
import { type ProductSort, productSorts } from '#shop/catalogue/product.ts'
import { InsetField } from '#ui/forms/inset-field.tsx'

/** Selects the sort order of the products and submits its form. */
export function SortSelect({ sort }: { sort: ProductSort }) {
  const id = useId()
  return (
    <InsetField label="Sort by" id={id}>
      <select
        key={sort}
        id={id}
        name="sort"
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
    </InsetField>
  )
}
