import { useState } from 'react'
import type { Category } from '#shop/catalogue/categories/category.ts'
import { CategoryOptions } from '#shop/catalogue/categories/category-options.tsx'
import { adminCatalogueApi } from '#shop/product-admin/manage-products-client.ts'
import { Field } from '#ui/forms/field.tsx'
import { DeleteDialog } from '#web/delete-dialog.tsx'

type DeleteCategoryDialogProps = {
  category: Category
  categories: readonly Category[]
  products: number
  onClosed: () => void
  onDeleted: () => void
}

/** Deletes a category and asks where its products go (product 12.5). */
export function DeleteCategoryDialog(props: DeleteCategoryDialogProps) {
  const { category, categories, products, onClosed, onDeleted } = props
  const [target, setTarget] = useState('')
  const others = categories.filter(({ slug }) => slug !== category.slug)
  const count = products === 1 ? '1 product' : `${products.toLocaleString('en-US')} products`
  return (
    <DeleteDialog
      title="Delete this category?"
      action="Delete category"
      remove={() =>
        adminCatalogueApi.categories[':slug'].$delete({
          param: { slug: category.slug },
          query: { productsTo: target },
        })
      }
      onClosed={onClosed}
      onDeleted={onDeleted}
    >
      <p>
        <strong>{category.name}</strong> and its specifications are deleted.{' '}
        {products === 0
          ? 'It has no products.'
          : `Its ${count} keep the values that are valid in the category they go to.`}
      </p>
      {products > 0 && (
        <Field label={`Where do its ${count} go?`}>
          {(aria) => (
            <select
              {...aria}
              className="field-input"
              value={target}
              onChange={({ currentTarget }) => setTarget(currentTarget.value)}
            >
              <option value="">No category</option>
              <CategoryOptions categories={others} />
            </select>
          )}
        </Field>
      )}
    </DeleteDialog>
  )
}
