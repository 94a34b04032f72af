import { href, Link } from 'react-router'
import { adminLoader } from '#shop/auth/access/require-admin.ts'
import type { Category } from '#shop/catalogue/categories/category.ts'
import { categoriesBelow, inTreeOrder } from '#shop/catalogue/categories/category-tree.ts'
import { adminCatalogueApi } from '#shop/product-admin/manage-products-client.ts'
import { fetchCategories } from '#shop/search/catalogue-client.ts'
import { buttonVariant } from '#ui/button.tsx'
import { DataTable } from '#ui/lists/responsive-table.tsx'
import { DeleteButton } from '#ui/lists/row-actions.tsx'
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
  const [categories, usage] = await Promise.all([fetchCategories(), adminCatalogueApi.categoryUsage.$get()])
  return {
    categories,
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
  const siblingsOf = ({ parent }: Category) => categoriesBelow(categories, parent)
  const productsOf = (category: Category) =>
    [category, ...categoriesBelow(categories, category.slug)].reduce(
      (sum, { slug }) => sum + (usage.get(slug) ?? 0),
      0,
    )
  const move = async (category: Category, by: -1 | 1) => {
    const position = siblingsOf(category).indexOf(category) + by
    const param = { slug: category.slug }
    const sent = adminCatalogueApi.categories[':slug'].$put({ param, json: { position } })
    await change(sent)
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
        <DataTable
          rows={inTreeOrder(categories)}
          keyOf={({ slug }) => slug}
          className="managed-categories"
          columns={[
            {
              head: 'Category',
              subject: ({ name, parent }) =>
                parent === null ? name : <span className="category-below font-400">{name}</span>,
            },
            { head: 'Products', className: 'tabular', width: '7.5rem', number: productsOf },
            {
              head: 'Specifications',
              className: 'tabular',
              width: '7.5rem',
              number: ({ specifications }) => specifications.length,
            },
            {
              width: '17rem',
              actions: (category, id) => (
                <>
                  <MoveButtons
                    name={category.name}
                    index={siblingsOf(category).indexOf(category)}
                    count={siblingsOf(category).length}
                    onMove={(by) => move(category, by)}
                  />
                  <Link
                    to={href('/dashboard/categories/:slug', { slug: category.slug })}
                    className={buttonVariant.primary}
                    aria-describedby={id}
                  >
                    Edit
                  </Link>
                  <DeleteButton id={id} onClick={() => choose(category)} />
                </>
              ),
            },
          ]}
        />
      </ListPage>
      <section className="part-below border-top" aria-labelledby="add-category">
        <h2 id="add-category">Add a category</h2>
        <CategoryForm
          categories={categories}
          button="Add category"
          send={async (category) => {
            await adminCatalogueApi.categories.$post({ json: category })
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

export const ErrorBoundary = pageError('Manage categories', 'The categories', {
  heading: 'Categories',
})
