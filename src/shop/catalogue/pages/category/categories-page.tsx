import { href, Link } from 'react-router'
import { databaseContext } from '#platform/http/page-context.server.ts'
import { listCategories } from '#shop/catalogue/categories/category-queries.server.ts'
import { categoriesBelow, categoryPath } from '#shop/catalogue/categories/category-tree.ts'
import { Breadcrumbs, productPagesStyles } from '#shop/catalogue/pages/breadcrumbs.tsx'
import { countByCategory } from '#shop/catalogue/product-list.server.ts'
import { PageError } from '#web/page-error.tsx'
import type { PageHandle } from '#web/page-handle.ts'
import { PageHead } from '#web/page-head.tsx'
import type { Route } from './+types/categories-page'
import { CategoryLinks } from './category-links.tsx'

export const handle: PageHandle = { cached: [] }

export const links = productPagesStyles

export async function loader({ context }: Route.LoaderArgs) {
  const db = context.get(databaseContext)
  const [categories, counts] = await Promise.all([listCategories(db), countByCategory(db)])
  return categoriesBelow(categories, null).map(({ slug, name }) => {
    const below = categoriesBelow(categories, slug).map((one) => ({
      slug: one.slug,
      name: one.name,
      count: counts.get(one.slug) ?? 0,
    }))
    const count = below.reduce((sum, one) => sum + one.count, counts.get(slug) ?? 0)
    return { slug, name, count, below }
  })
}

/** All categories, each with those below it (product 13.5). */
export default function CategoriesPage({ loaderData: categories }: Route.ComponentProps) {
  return (
    <div className="page">
      <PageHead
        title="Tools by category"
        description="All tools we make, sorted by category: choose hand tools, cutting tools or measuring and compare them in a table."
        path={href('/tools')}
      />
      <Breadcrumbs steps={[{ name: 'Categories', path: href('/tools') }]} />
      <h1 className="page-title">Tools by category</h1>
      {categories.length === 0 && <p>There are no categories yet.</p>}
      <ul className="category-groups">
        {categories.map(({ slug, name, count, below }) => (
          <li key={slug} className="category-group">
            <h2 className="product-section-title">
              <Link to={categoryPath({ slug })} prefetch="intent">
                {name}
              </Link>{' '}
              <span className="category-count">{count.toLocaleString('en-US')}</span>
            </h2>
            <CategoryLinks categories={below} />
          </li>
        ))}
      </ul>
    </div>
  )
}

export function ErrorBoundary() {
  return (
    <PageError title="Tools by category" text="The categories failed to load." className="page" />
  )
}
