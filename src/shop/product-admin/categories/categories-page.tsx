import { href, Link } from 'react-router'
import { answerOf } from '#platform/http/api/rest-client.ts'
import { adminLoader } from '#shop/auth/access/require-admin.ts'
import type { Category } from '#shop/catalogue/categories/category.ts'
import { categoriesBelow, inTreeOrder } from '#shop/catalogue/categories/category-tree.ts'
import { adminCatalogueApi } from '#shop/product-admin/manage-products-client.ts'
import { fetchCategories } from '#shop/search/catalogue-client.ts'
import { buttonVariant } from '#ui/button.tsx'
import { ResponsiveTable } from '#ui/lists/responsive-table.tsx'
import { RowActions } from '#ui/lists/row-actions.tsx'
import { showToast } from '#ui/toast.ts'
import { ListPage, useChosenItem } from '#web/lists/list-page.tsx'
import { loading } from '#web/loading.tsx'
import { pageError } from '#web/page-error.tsx'
import { useReload } from '#web/session-end.ts'
import { useChange } from '#web/use-change.ts'
import type { Route } from './+types/categories-page'
import { CategoryForm } from './category-form.tsx'
import { DeleteCategoryDialog } from './delete-category-dialog.tsx'
import { MoveButtons } from './move-buttons.tsx'

export const clientLoader = adminLoader(async () => {
  const [categories, usage] = await Promise.all([
    fetchCategories(),
    answerOf(adminCatalogueApi.categoryUsage.$get()),
  ])
  return {
    categories,
    /** The number of products on sale by category. */
    usage: new Map(usage.map(({ category, products }) => [category, products])),
  }
})
export const HydrateFallback = loading('the categories', 'Manage categories')

/** Lists the category tree, with its changes (product 12.5). */
export default function CategoriesPage({ loaderData }: Route.ComponentProps) {
  const { categories, usage } = loaderData
  const { reload } = useReload()
  const { change } = useChange()
  const { chosen, choose, close, heading, focusHeading } = useChosenItem<Category>()
  const rows = inTreeOrder(categories)
  const move = async (category: Category, by: -1 | 1) => {
    const siblings = categoriesBelow(categories, category.parent)
    const position = siblings.indexOf(category) + by
    const param = { slug: category.slug }
    const sent = adminCatalogueApi.categories[':slug'].$put({ param, json: { position } })
    await change(answerOf(sent))
  }
  return (
    <>
      <ListPage
        title="Manage categories"
        name="Categories"
        heading={heading}
        count={{ of: 'Categories', is: categories.length }}
        aside={
          <Link to={href('/dashboard/manage-products')} className={buttonVariant.quiet}>
            Manage Product
          </Link>
        }
        empty={categories.length === 0 && <p>There are no categories yet.</p>}
      >
        <ResponsiveTable
          columns={[
            'Category',
            { name: 'Products', className: 'col-number category-count' },
            { name: 'Specifications', className: 'col-number category-count' },
            { name: 'Actions', className: 'col-actions' },
          ]}
          className="managed-categories"
        >
          {rows.map((category) => (
            <CategoryRow
              key={category.slug}
              category={category}
              siblings={categoriesBelow(categories, category.parent)}
              products={[category, ...categoriesBelow(categories, category.slug)].reduce(
                (sum, { slug }) => sum + (usage.get(slug) ?? 0),
                0,
              )}
              onMove={(by) => move(category, by)}
              onDelete={() => choose(category)}
            />
          ))}
        </ResponsiveTable>
      </ListPage>
      <section className="part-below" aria-labelledby="add-category">
        <h2 id="add-category">Add a category</h2>
        <CategoryForm
          categories={categories}
          button="Add category"
          send={async (category) => {
            await answerOf(adminCatalogueApi.categories.$post({ json: category }))
            await reload()
            await showToast('success', `${category.name} was added`)
          }}
        />
      </section>
      {chosen && (
        <DeleteCategoryDialog
          category={chosen}
          categories={categories}
          products={usage.get(chosen.slug) ?? 0}
          onClosed={close}
          onDeleted={() => {
            focusHeading()
            void showToast('success', 'Successfully Deleted')
          }}
        />
      )}
    </>
  )
}

type CategoryRowProps = {
  category: Category
  siblings: readonly Category[]
  products: number
  onMove: (by: -1 | 1) => Promise<void>
  onDelete: () => void
}

function CategoryRow({ category, siblings, products, onMove, onDelete }: CategoryRowProps) {
  const { slug, name, parent, specifications } = category
  const id = `category-${slug}`
  return (
    <tr>
      <th scope="row" id={id} className={parent === null ? undefined : 'category-below'}>
        {name}
      </th>
      <td data-label="Products" className="col-number">
        {products.toLocaleString('en-US')}
      </td>
      <td data-label="Specifications" className="col-number">
        {specifications.length}
      </td>
      <RowActions headingId={id} onDelete={onDelete}>
        <MoveButtons
          name={name}
          index={siblings.indexOf(category)}
          count={siblings.length}
          onMove={onMove}
        />
        <Link
          to={href('/dashboard/categories/:slug', { slug })}
          className={buttonVariant.primary}
          aria-describedby={id}
        >
          Edit
        </Link>
      </RowActions>
    </tr>
  )
}

export const ErrorBoundary = pageError({
  title: 'Manage categories',
  heading: 'Categories',
  text: 'The categories failed to load.',
})
