import { href, Link } from 'react-router'
import { databaseContext } from '#platform/http/page-context.server.ts'
import type { Category } from '#shop/catalogue/categories/category.ts'
import { listCategories } from '#shop/catalogue/categories/category-queries.server.ts'
import { countByCategory, listCategoryImages } from '#shop/catalogue/categories/category-tiles.server.ts'
import { categoriesBelow, categoryPath } from '#shop/catalogue/categories/category-tree.ts'
import { Breadcrumbs, productPagesStyles } from '#shop/screens/catalogue/breadcrumbs.tsx'
import { Image } from '#ui/image.tsx'
import { pageError } from '#web/page-error.tsx'
import type { PageHandle } from '#web/page-handle.ts'
import { PageHead } from '#web/page-head.tsx'
import type { Route } from './+types/categories-page'

export const handle: PageHandle = { cached: [] }

export const links = productPagesStyles

export async function loader({ context }: Route.LoaderArgs) {
  const db = context.get(databaseContext)
  const [categories, counts, images] = await Promise.all([
    listCategories(db),
    countByCategory(db),
    listCategoryImages(db),
  ])
  const tile = ({ slug, name }: Category) => ({
    slug,
    name,
    count: counts.get(slug) ?? 0,
    imgURL: images.get(slug) ?? null,
  })
  return categoriesBelow(categories, null).map((category) => {
    const own = tile(category)
    const below = categoriesBelow(categories, category.slug).map(tile)
    return {
      slug: category.slug,
      name: category.name,
      count: below.reduce((sum, { count }) => sum + count, own.count),
      // A category with products of its own and none below it is its only tile.
      tiles: below.length > 0 ? below : [own],
    }
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
      <ul className="gap-32 flex flex-wrap">
        {categories.map(({ slug, name, count, tiles }) => (
          <li key={slug}>
            <h2 className="product-section-title">
              <Link to={categoryPath({ slug })} prefetch="intent">
                {name}
              </Link>{' '}
              <span className="font-400 note tabular">{count.toLocaleString('en-US')}</span>
            </h2>
            <ul className="category-tiles mt-16 flex flex-wrap gap-20">
              {tiles.map((tile) => (
                <CategoryTile key={tile.slug} {...tile} />
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </div>
  )
}

type CategoryTileProps = { slug: string; name: string; count: number; imgURL: string | null }

/** A category with the image of its first product. */
function CategoryTile({ slug, name, count, imgURL }: CategoryTileProps) {
  return (
    <li className="product-tile relative flex text-14 break-anywhere">
      {imgURL === null ? (
        <div className="product-tile-image mb-8 w-full" />
      ) : (
        <Image
          imgURL={imgURL}
          alt=""
          width={400}
          height={300}
          sizes="12rem"
          background
          className="product-tile-image mb-8 w-full"
        />
      )}
      <p>
        <Link to={categoryPath({ slug })} prefetch="intent">
          {name}
        </Link>{' '}
        <span className="font-400 note tabular">{count.toLocaleString('en-US')}</span>
      </p>
    </li>
  )
}

export const ErrorBoundary = pageError('Tools by category', 'The categories', { className: 'page' })
