import { href, Link, redirect } from 'react-router'
import { databaseContext } from '#platform/http/page-context.server.ts'
import { listCategories } from '#shop/catalogue/categories/category-queries.server.ts'
import {
  categoryBreadcrumbs,
  categoryPath,
  specificationsOf,
} from '#shop/catalogue/categories/category-tree.ts'
import { findFamilyBySlug, listSizes } from '#shop/catalogue/families/families.server.ts'
import { familyPath } from '#shop/catalogue/families/family-path.ts'
import { toProductsJson } from '#shop/catalogue/product-json.server.ts'
import { productList } from '#shop/catalogue/product-json-ld.ts'
import { productPath } from '#shop/catalogue/product-path.ts'
import {
  differingSpecifications,
  usedSpecifications,
} from '#shop/catalogue/specifications/specification-text.ts'
import { priceRangeText } from '#shop/prices/shown/price-range.ts'
import { pageViewer } from '#shop/prices/viewer.server.ts'
import { findRedirect } from '#shop/redirects/redirects.server.ts'
import { Breadcrumbs, productPagesStyles } from '#shop/screens/catalogue/breadcrumbs.tsx'
import { ImageGallery } from '#shop/screens/catalogue/product/image-gallery.tsx'
import { SpecificationTable } from '#shop/screens/catalogue/product/specification-table.tsx'
import { everything } from '#shop/search/query/search-query.ts'
import { MAX_COLUMNS, tableSections } from '#shop/search/table/table-sections.ts'
import { JsonLd } from '#web/json-ld.tsx'
import { MarkdownText } from '#web/markdown/markdown-text.tsx'
import { pageError } from '#web/page-error.tsx'
import type { PageHandle } from '#web/page-handle.ts'
import { PageHead } from '#web/page-head.tsx'
import type { Route } from './+types/family-page'
import { FamilyTable } from './family-table.tsx'

export const handle: PageHandle = { cached: [] }

export const links = productPagesStyles

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const db = context.get(databaseContext)
  const family = await findFamilyBySlug(db, params.slug)
  const sizes = family ? await listSizes(db, family.name) : []
  const [first, second] = sizes
  if (!family || !first) {
    // A link that was followed in the app, where the server does not see the address itself.
    const moved = await findRedirect(db, new URL(familyPath(params), url))
    throw moved ? redirect(moved.target) : new Response(null, { status: 404 })
  }
  if (!second) throw redirect(productPath({ _id: first.id, name: first.name }))
  const [categories, products] = await Promise.all([
    listCategories(db),
    toProductsJson(db, await pageViewer(context), sizes),
  ])
  const used = usedSpecifications(specificationsOf(categories, first.category), products)
  const differing = differingSpecifications(used, products)
  return {
    family: { name: family.name, slug: family.slug },
    images: [...new Set([family.image ?? family.drawing ?? first.image, family.drawing ?? []].flat())],
    text: family.longTextHtml,
    breadcrumbs: categoryBreadcrumbs(categories, first.category).map(({ slug, name }) => {
      return { slug, name }
    }),
    products,
    // Those in which most sizes differ, then those that some lack.
    sections: tableSections(categories, products, everything).map((section) => {
      const keys = new Set([...section.varied, ...differing.map(({ key }) => key)])
      return { ...section, varied: [...keys].slice(0, MAX_COLUMNS) }
    }),
    shared: used.filter((specification) => !differing.includes(specification)),
  }
}

/** The sizes of a family, each in a row, and what they have in common. */
export default function FamilyPage({ loaderData }: Route.ComponentProps) {
  const { family, images, text, breadcrumbs, products, sections, shared } = loaderData
  const { name, slug } = family
  const path = familyPath(family)
  const [first] = products
  const range = priceRangeText(products)
  const steps = breadcrumbs.map(({ slug, name }) => ({ name, path: categoryPath({ slug }) }))
  return (
    <div className="page">
      <PageHead
        title={`${name}: ${products.length} sizes`}
        description={`${name} in ${products.length} sizes to order in bulk, with price, stock and minimum order quantity of each.`}
        path={path}
        image={images[0]}
      />
      <JsonLd about={(site) => productList(site, products, 0)} />
      <Breadcrumbs steps={[...steps, { name, path }]} />
      <article className="family-head grid items-start">
        <ImageGallery key={slug} name={name} images={images} />
        <div>
          <h1 className="page-title mb-8">{name}</h1>
          <p className="soft">
            {products.length} sizes · {range}
          </p>
          <div className="columns column-26 gap-x-32">
            {text && <MarkdownText html={text} />}
            {first && <SpecificationTable product={first} specifications={shared} />}
          </div>
        </div>
      </article>
      <FamilyTable key={slug} name={name} products={products} sections={sections} />
    </div>
  )
}

export const ErrorBoundary = pageError('Family', 'The sizes', {
  className: 'page',
  missing: {
    title: 'Family not found',
    heading: 'There are no such tools on sale',
    body: <p>Check the URL.</p>,
  },
  children: (
    <p className="row mt-16">
      <Link to={href('/purchase')}>All tools</Link>
    </p>
  ),
})
