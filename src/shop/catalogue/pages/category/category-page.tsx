import { useNavigation } from 'react-router'
import { databaseContext } from '#platform/http/page-context.server.ts'
import { clampPage, pageCount, readPageParams } from '#platform/http/pagination.ts'
import { withQuery } from '#platform/http/query.ts'
import { listCategories } from '#shop/catalogue/categories/category-queries.server.ts'
import {
  categoriesBelow,
  categoryBreadcrumbs,
  categoryPath,
  columnsOf,
} from '#shop/catalogue/categories/category-tree.ts'
import { Breadcrumbs, productPagesStyles } from '#shop/catalogue/pages/breadcrumbs.tsx'
import { CompareTray } from '#shop/catalogue/pages/compare/compare-choice.tsx'
import { ProductGrid } from '#shop/catalogue/pages/product-grid.tsx'
import { ProductTable } from '#shop/catalogue/pages/table/product-table.tsx'
import { ViewSwitch } from '#shop/catalogue/pages/table/view-switch.tsx'
import { toProductJson } from '#shop/catalogue/product-json.server.ts'
import { productList } from '#shop/catalogue/product-json-ld.ts'
import { countByCategory, listCategoryProducts } from '#shop/catalogue/product-list.server.ts'
import { listHeadProps } from '#ui/lists/list-head.ts'
import { Spinner } from '#ui/spinner.tsx'
import { JsonLd } from '#web/json-ld.tsx'
import { Pager } from '#web/lists/pager.tsx'
import { isNotFound, PageError } from '#web/page-error.tsx'
import type { PageHandle } from '#web/page-handle.ts'
import { PageHead } from '#web/page-head.tsx'
import type { Route } from './+types/category-page'
import { BrowseLinks } from './browse-links.tsx'
import { CategoryLinks } from './category-links.tsx'

export const handle: PageHandle = { cached: ['page', 'size', 'view'] }

/** How many products a page has: cards fill rows of four, a table holds more. */
const pageSizes = { grid: 24, table: 100 }
const MAX_SIZE = 200

export const links = productPagesStyles

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const db = context.get(databaseContext)
  const categories = await listCategories(db)
  const breadcrumbs = categoryBreadcrumbs(categories, params.slug)
  const category = breadcrumbs.at(-1)
  if (!category) throw new Response(null, { status: 404 })
  const below = categoriesBelow(categories, category.slug)
  const slugs = [category, ...below].map(({ slug }) => slug)
  const counts = await countByCategory(db, slugs)
  const count = slugs.reduce((sum, slug) => sum + (counts.get(slug) ?? 0), 0)
  const view = url.searchParams.get('view') === 'table' ? 'table' : 'grid'
  const asked = readPageParams(url.searchParams, pageSizes[view])
  const size = asked.size === 'all' ? MAX_SIZE : Math.min(asked.size, MAX_SIZE)
  const { page } = clampPage({ page: asked.page, size }, count)
  return {
    category: { slug: category.slug, name: category.name },
    breadcrumbs: breadcrumbs.map(({ slug, name }) => ({ slug, name })),
    below: below.map(({ slug, name }) => ({ slug, name, count: counts.get(slug) ?? 0 })),
    specifications: view === 'table' ? columnsOf(categories, slugs) : [],
    products: (await listCategoryProducts(db, slugs, { size, page })).map(toProductJson),
    count,
    view: view as 'table' | 'grid',
    size,
    page,
  }
}

export default function CategoryPage({ loaderData }: Route.ComponentProps) {
  const { category, breadcrumbs, below, products, specifications, count, view, size, page } =
    loaderData
  const path = categoryPath(category)
  const isLoading = useNavigation().location?.pathname === path
  const sizeShown = size === pageSizes[view] ? undefined : size
  const pathOf = (target: number) =>
    withQuery(path, {
      view: view === 'table' ? view : undefined,
      size: sizeShown,
      page: target === 0 ? undefined : target,
    })
  const pages = pageCount(count, size)
  return (
    <div className="page">
      <PageHead
        title={`${category.name}: sizes and prices${page === 0 ? '' : `, page ${page + 1}`}`}
        description={`${category.name} to order in bulk, with sizes, prices, stock and minimum order quantity of every tool.`}
        // The table shows the same products as the cards.
        path={withQuery(path, { page: page === 0 ? undefined : page })}
        image={products[0]?.imgURL}
      />
      <JsonLd about={(site) => productList(site, products, size * page)} />
      <Breadcrumbs
        steps={breadcrumbs.map(({ slug, name }) => ({ name, path: categoryPath({ slug }) }))}
      />
      <h1 className="page-title">{category.name}</h1>
      <CategoryLinks categories={below} />
      <section className="list-bar" aria-label="Tools" {...listHeadProps}>
        <p aria-live="polite">
          <strong>{count.toLocaleString('en-US')}</strong> {count === 1 ? 'tool' : 'tools'}
        </p>
        {isLoading && <Spinner label="Loading tools" />}
        <ViewSwitch
          cards={path}
          table={withQuery(path, { view: 'table' })}
          isTable={view === 'table'}
        />
      </section>
      {products.length === 0 ? (
        <p>No tool of this category is on sale at the moment.</p>
      ) : view === 'table' ? (
        <ProductTable caption={category.name} products={products} specifications={specifications} />
      ) : (
        <ProductGrid products={products} />
      )}
      <Pager page={page} pageCount={pages} to={pathOf} />
      <CompareTray />
    </div>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <PageError
      title={isNotFound(error) ? 'Category not found' : 'Category'}
      text="The tools failed to load."
      className="page"
      instead={
        isNotFound(error)
          ? { heading: 'There is no such category', body: <p>Choose one of the others.</p> }
          : undefined
      }
    >
      <BrowseLinks />
    </PageError>
  )
}
