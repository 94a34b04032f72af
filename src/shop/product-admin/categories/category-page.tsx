import { href, Link } from 'react-router'
import { adminLoader } from '#shop/auth/access/require-admin.ts'
import { adminCatalogueApi } from '#shop/product-admin/manage-products-client.ts'
import { fetchCategories } from '#shop/search/catalogue-client.ts'
import { showToast } from '#ui/toast.ts'
import { loading } from '#web/loading.tsx'
import { pageError } from '#web/page-error.tsx'
import { PageHead } from '#web/page-head.tsx'
import { useReload } from '#web/session-end.ts'
import type { Route } from './+types/category-page'
import { CategoryForm } from './category-form.tsx'
import { SpecificationsForm } from './specifications-form.tsx'

export const clientLoader = adminLoader(async ({ params }: Route.ClientLoaderArgs) => {
  const categories = await fetchCategories()
  const category = categories.find(({ slug }) => slug === params.slug)
  if (!category) throw new Response(null, { status: 404 })
  return { category, categories }
})
export const HydrateFallback = loading('the category', 'Category')

/** Edits a category and its specifications (product 12.5). */
export default function CategoryPage({ loaderData }: Route.ComponentProps) {
  const { category, categories } = loaderData
  const { reload } = useReload()
  return (
    <>
      <PageHead title={`Category ${category.name}`} />
      <h1 className="page-title">{category.name}</h1>
      <nav className="mb-24 row" aria-label="This category">
        <Link to={href('/dashboard/categories')}>Back to all categories</Link>
      </nav>
      <div className="edit-category grid" key={category.slug}>
        <CategoryForm
          categories={categories}
          category={category}
          button="Save category"
          send={async (changes) => {
            const param = { slug: category.slug }
            await adminCatalogueApi.categories[':slug'].$put({ param, json: changes })
            await reload()
            await showToast('success', 'The category was saved')
          }}
        />
        <SpecificationsForm category={category} />
      </div>
    </>
  )
}

export const ErrorBoundary = pageError('Category', 'The category', {
  missing: {
    heading: 'No such category',
    list: <Link to={href('/dashboard/categories')}>All categories</Link>,
  },
})
