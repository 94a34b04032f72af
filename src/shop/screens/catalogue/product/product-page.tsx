import { data, href, isRouteErrorResponse, Link, redirect } from 'react-router'
import type { Db } from '#platform/database/database.server.ts'
import { databaseContext } from '#platform/http/page-context.server.ts'
import { listAlternatives } from '#shop/catalogue/alternatives.server.ts'
import type { Specification } from '#shop/catalogue/categories/category.ts'
import { listCategories } from '#shop/catalogue/categories/category-queries.server.ts'
import {
  categoryBreadcrumbs,
  categoryPath,
  specificationsOf,
} from '#shop/catalogue/categories/category-tree.ts'
import { CompareCheckbox } from '#shop/catalogue/compare/compare-choice.tsx'
import { readDetails } from '#shop/catalogue/details/product-details-queries.server.ts'
import type { Product } from '#shop/catalogue/product.ts'
import { toProductsJson } from '#shop/catalogue/product-json.server.ts'
import { productOffered } from '#shop/catalogue/product-json-ld.ts'
import { listFamilySizes } from '#shop/catalogue/product-list.server.ts'
import { productIdIn, productPath } from '#shop/catalogue/product-path.ts'
import {
  findDeletedProduct,
  findFullProduct,
  listProductsByIds,
  readLongText,
} from '#shop/catalogue/products.server.ts'
import {
  differingSpecifications,
  usedSpecifications,
} from '#shop/catalogue/specifications/specification-text.ts'
import { UnitSwitch } from '#shop/catalogue/specifications/unit-switch.tsx'
import { listOrderedTogether } from '#shop/orders/ordered-together.server.ts'
import { pageViewer, type Viewer } from '#shop/prices/viewer.server.ts'
import { Breadcrumbs, productPagesStyles } from '#shop/screens/catalogue/breadcrumbs.tsx'
import { CompareTray } from '#shop/screens/catalogue/compare/compare-tray.tsx'
import { ProductTiles } from '#shop/screens/catalogue/product-tiles.tsx'
import { ProductTable } from '#shop/screens/catalogue/table/product-table.tsx'
import { MAX_COLUMNS } from '#shop/search/table/table-sections.ts'
import { KeepUnits } from '#ui/keep-units.tsx'
import { JsonLd } from '#web/json-ld.tsx'
import { MarkdownText } from '#web/markdown/markdown-text.tsx'
import { isNotFound, PageError } from '#web/page-error.tsx'
import type { PageHandle } from '#web/page-handle.ts'
import { PageHead } from '#web/page-head.tsx'
import type { Route } from './+types/product-page'
import { FamilySizes } from './family-sizes.tsx'
import { ImageGallery } from './image-gallery.tsx'
import { ProductDocuments } from './product-documents.tsx'
import { ProductOrder } from './product-order.tsx'
import { RecentlyViewed } from './recently-viewed.tsx'
import { SpecificationTable } from './specification-table.tsx'

export const handle: PageHandle = { cached: [] }

export const links = productPagesStyles

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const db = context.get(databaseContext)
  const id = productIdIn(params.tool)
  const stored = id && (await findFullProduct(db, id))
  const viewer = await pageViewer(context)
  if (!stored) throw await noProduct(db, viewer, id)
  const path = productPath({ _id: stored.id, name: stored.name })
  if (url.pathname !== path) throw redirect(path + url.search, 301)
  const [details, text, categories, sizes, alternatives, orderedTogether] = await Promise.all([
    readDetails(db, stored.id),
    stored.longText === null ? null : readLongText(db, stored.id),
    listCategories(db),
    listFamilySizes(db, stored.family),
    listAlternatives(db, stored),
    listOrderedTogether(db, stored.id),
  ])
  const successor = await listProductsByIds(db, [stored.successorId ?? []].flat())
  const shown = [stored, ...successor, ...alternatives, ...orderedTogether]
  const [product, ...all] = await toProductsJson(db, viewer, shown)
  const others = all.slice(successor.length)
  if (!product) throw new Error('The product has no JSON')
  const breadcrumbs = categoryBreadcrumbs(categories, product.category)
  const specifications = specificationsOf(categories, product.category)
  return {
    product,
    gtin: stored.gtin,
    discontinued: stored.isDiscontinued && { successor: all.slice(0, successor.length) },
    head: {
      title: stored.pageTitle ?? `${product.name}, ${product.sku}`,
      description: stored.pageDescription ?? descriptionOf(product),
    },
    images: details.images,
    documents: details.documents,
    text,
    breadcrumbs: breadcrumbs.map(({ slug, name }) => ({ slug, name })),
    specifications,
    sizes,
    alternatives: others.slice(0, alternatives.length),
    orderedTogether: others.slice(alternatives.length),
  }
}

export default function ProductPage({ loaderData }: Route.ComponentProps) {
  const { product, text, breadcrumbs, specifications, orderedTogether, discontinued } = loaderData
  const images = [product.imgURL, ...loaderData.images]
  const path = productPath(product)
  const steps = breadcrumbs.map(({ slug, name }) => ({ name, path: categoryPath({ slug }) }))
  return (
    <div className="page">
      <PageHead {...loaderData.head} path={path} image={product.imgURL} />
      <JsonLd about={(site) => productOffered(site, product, loaderData)} />
      <Breadcrumbs steps={[...steps, { name: product.name, path }]} />
      <article className="product-head grid items-start">
        <ImageGallery key={product._id} name={product.name} images={images} />
        <div>
          <p className="product-sku soft text-13 break-anywhere">{product.sku}</p>
          <h1 className="page-title mb-16">
            <KeepUnits text={product.name} />
          </h1>
          <FamilySizes product={product} sizes={loaderData.sizes} />
          <p className="product-lead mb-12 break-anywhere">
            <KeepUnits text={product.description} />
          </p>
          {discontinued ? (
            <NoLongerMade {...discontinued} />
          ) : (
            <ProductOrder key={product._id} product={product} />
          )}
          <div className="row">
            {!discontinued && <CompareCheckbox product={product} />}
            <ProductDocuments documents={loaderData.documents} />
          </div>
        </div>
      </article>
      <div className="columns column-26 gap-x-32">
        <SpecificationTable product={product} specifications={specifications} />
        <ProductTiles heading="Often ordered together" products={orderedTogether} />
      </div>
      {text && (
        <section className="product-section product-text grow" aria-labelledby="text">
          <h2 id="text" className="product-section-title">
            About this tool
          </h2>
          <MarkdownText html={text} />
        </section>
      )}
      <Alternatives {...loaderData} />
      <RecentlyViewed key={product._id} id={product._id} />
      <CompareTray />
    </div>
  )
}

/** Instead of the price and the form of a tool that is no longer made. */
function NoLongerMade({ successor }: { successor: Product[] }) {
  return (
    <div className="product-order stack">
      <p>
        <strong>No longer made.</strong> It can’t be ordered any more.
      </p>
      <ProductTiles heading="Replaced by" products={successor} />
    </div>
  )
}

type AlternativesProps = Pick<
  Route.ComponentProps['loaderData'],
  'product' | 'alternatives' | 'specifications' | 'discontinued'
>

/** Similar tools below this one, with only the columns in which they differ. */
function Alternatives(props: AlternativesProps) {
  const { product, alternatives, specifications, discontinued } = props
  if (alternatives.length === 0) return null
  const all = discontinued ? alternatives : [product, ...alternatives]
  const own = usedSpecifications(specifications, [product])
  const differing = differingSpecifications(specifications, all)
  const varied = differing.map(({ key }) => key).slice(0, MAX_COLUMNS)
  const section = { category: product.category, name: '', specifications: differing, varied }
  return (
    <section className="product-section" aria-labelledby="alternatives">
      <h2 id="alternatives" className="product-section-title">
        Alternatives
      </h2>
      {/* Unless the specifications above have one. */}
      {!own.some(isLength) && differing.some(isLength) && <UnitSwitch />}
      <ProductTable
        caption="This tool and its alternatives"
        products={all}
        sections={[section]}
        currentId={product._id}
      />
    </section>
  )
}

function isLength({ unit }: Specification): boolean {
  return unit === 'mm'
}

type Deleted = { name: string; category: string | null; alternatives: Product[] }

/** Shows alternatives to a deleted product; unknown ids get the 404 page. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const isGone = isRouteErrorResponse(error) && error.status === 410
  const discontinued = isGone ? (error.data as Deleted) : null
  return (
    <PageError
      title={discontinued ? `${discontinued.name} is no longer made` : 'Tool not found'}
      text="The tool failed to load."
      className="page"
      instead={
        discontinued || isNotFound(error)
          ? {
              heading: discontinued
                ? `${discontinued.name} is no longer made`
                : 'This tool is not in our catalogue',
              body: <p>{discontinued ? 'It can’t be ordered any more.' : 'Check the URL.'}</p>,
            }
          : undefined
      }
    >
      <p className="row mt-16">
        {discontinued?.category && (
          <Link to={categoryPath({ slug: discontinued.category })}>More of its category</Link>
        )}
        <Link to={href('/purchase')}>All tools</Link>
      </p>
      {discontinued && <ProductTiles heading="Tools to use instead" products={discontinued.alternatives} />}
    </PageError>
  )
}

async function noProduct(db: Db, viewer: Viewer, id: string | undefined) {
  const deleted = id && (await findDeletedProduct(db, id))
  if (!deleted) return new Response(null, { status: 404 })
  const { name, category } = deleted
  const alternatives = await toProductsJson(db, viewer, await listAlternatives(db, deleted))
  const discontinued: Deleted = { name, category, alternatives }
  return data(discontinued, { status: 410 })
}

/** The description for search engines: name, price and specifications. */
function descriptionOf({ description, sku, minQuantity }: Product): string {
  const terms = `${sku}, from ${minQuantity} pieces, with price and stock.`
  return description.length < 70 ? `${description} ${terms} Ordered in bulk.` : description
}
