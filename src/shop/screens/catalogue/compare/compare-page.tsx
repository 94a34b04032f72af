import { useState } from 'react'
import { href, Link, useNavigate } from 'react-router'
import { databaseContext } from '#platform/http/page-context.server.ts'
import type { Specification } from '#shop/catalogue/categories/category.ts'
import { listCategories } from '#shop/catalogue/categories/category-queries.server.ts'
import { columnsOf } from '#shop/catalogue/categories/category-tree.ts'
import { comparedIds, comparePath, MAX_COMPARED } from '#shop/catalogue/compare/compare-choice.tsx'
import { type Product, stockNote } from '#shop/catalogue/product.ts'
import { toProductsJson } from '#shop/catalogue/product-json.server.ts'
import { productPath } from '#shop/catalogue/product-path.ts'
import { listProductsByIds } from '#shop/catalogue/products.server.ts'
import { type LengthUnit, useLengthUnit } from '#shop/catalogue/specifications/length-unit.ts'
import { textWithUnit, usedSpecifications } from '#shop/catalogue/specifications/specification-text.ts'
import { UnitSwitch } from '#shop/catalogue/specifications/unit-switch.tsx'
import { AddToList } from '#shop/list-store/add-to-list.tsx'
import { ownPriceText } from '#shop/prices/shown/own-price.ts'
import { pageViewer } from '#shop/prices/viewer.server.ts'
import { productPagesStyles } from '#shop/screens/catalogue/breadcrumbs.tsx'
import { buttonVariant } from '#ui/button.tsx'
import { Image } from '#ui/image.tsx'
import { KeepUnits } from '#ui/keep-units.tsx'
import { useHydrated } from '#ui/use-hydrated.ts'
import { pageError } from '#web/page-error.tsx'
import type { PageHandle } from '#web/page-handle.ts'
import { PageHead } from '#web/page-head.tsx'
import type { Route } from './+types/compare-page'

export const handle: PageHandle = { cached: [] }

export const links = productPagesStyles

/** Loads the products that the URL names, in its order. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const db = context.get(databaseContext)
  const named = (url.searchParams.get('ids') ?? '').split(',').filter((id) => id.trim() !== '')
  const ids = [...new Set(named)]
  const requested = ids.slice(0, MAX_COMPARED)
  const [compared, categories] = await Promise.all([listProductsByIds(db, requested), listCategories(db)])
  const products = await toProductsJson(db, await pageViewer(context), compared)
  const specifications = columnsOf(
    categories,
    products.map(({ category }) => category),
  )
  return {
    products,
    specifications: usedSpecifications(specifications, products),
    missing: requested.length - products.length,
    leftOut: ids.length - requested.length,
  }
}

/** Up to four products side by side, with the rows marked in which they differ (product 13.8). */
export default function ComparePage({ loaderData }: Route.ComponentProps) {
  const { products, specifications, missing, leftOut } = loaderData
  return (
    <div className="page">
      <PageHead
        title="Compare tools"
        description="Tools side by side, with the lines marked in which they differ. Share the address to show the same comparison."
        image={products[0]?.imgURL}
      />
      <h1 className="page-title work-title">Compare tools</h1>
      {missing > 0 && <p role="status">Some of these tools are no longer on sale.</p>}
      {leftOut > 0 && (
        <p role="status">
          Only the first {MAX_COMPARED} of {MAX_COMPARED + leftOut} tools are compared.
        </p>
      )}
      {products.length === 0 ? (
        <p>
          {missing === 0 && 'No tools are chosen. '}
          Choose tools with “Compare” in <Link to={href('/tools')}>a category</Link>, among the results of a
          search or on a tool’s page.
        </p>
      ) : (
        <Comparison products={products} specifications={specifications} />
      )}
    </div>
  )
}

type ComparisonProps = Pick<Route.ComponentProps['loaderData'], 'products' | 'specifications'>

function Comparison({ products, specifications }: ComparisonProps) {
  const isHydrated = useHydrated()
  const lengths = useLengthUnit()
  const [isShort, setShort] = useState(false)
  const rows = comparedRows(products, specifications, lengths)
  return (
    <>
      <div className="no-print gap-8 gap-x-24 min-h-44 mb-8 row">
        {specifications.some(({ unit }) => unit === 'mm') && <UnitSwitch />}
        {products.length > 1 && (
          <label className="inline-line gap-8 min-h-44">
            <input
              type="checkbox"
              checked={isShort}
              disabled={!isHydrated}
              onChange={() => setShort(!isShort)}
            />
            Only differences
          </label>
        )}
      </div>
      <table className="compare-table w-full text-14" aria-label="Comparison">
        <thead>
          <tr>
            <td />
            {products.map((product) => (
              <th key={product._id} scope="col">
                <RemoveCompared product={product} products={products} />
                <Link to={productPath(product)} className="two-lines" title={product.name} prefetch="intent">
                  <KeepUnits text={product.name} />
                </Link>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <tr className="compare-images">
            <th scope="row">
              <span className="visually-hidden">Picture</span>
            </th>
            {products.map((product) => (
              <td key={product._id}>
                <Image imgURL={product.imgURL} alt="" width={400} height={300} sizes="14rem" background />
                <ComparedActions product={product} />
              </td>
            ))}
          </tr>
          <tr>
            <th scope="row">SKU</th>
            {products.map(({ _id, sku }) => (
              <td key={_id}>{sku}</td>
            ))}
          </tr>
          {rows
            .filter(({ differs }) => differs || !isShort)
            .map(({ name, texts, differs, isMarked }) => (
              <tr key={name} className={isMarked ? 'compare-differs' : undefined}>
                <th scope="row">
                  {name}
                  {differs && <span className="visually-hidden"> (differs)</span>}
                </th>
                {products.map(({ _id }, index) => (
                  <td key={_id}>{texts[index]}</td>
                ))}
              </tr>
            ))}
        </tbody>
      </table>
      {products.length > 1 && (
        <p className="mb-24 note">
          Marked are the lines that all have and in which they differ. Share this page’s URL.
        </p>
      )}
    </>
  )
}

function RemoveCompared({ product, products }: { product: Product; products: Product[] }) {
  const isHydrated = useHydrated()
  const navigate = useNavigate()
  const others = products.map(({ _id }) => _id).filter((id) => id !== product._id)
  return (
    <button
      type="button"
      className="compare-remove hover-fill text-18"
      disabled={!isHydrated}
      aria-label={`Remove ${product.name}`}
      onClick={() => {
        comparedIds.remove(product._id)
        void navigate(comparePath(others), { replace: true })
      }}
    />
  )
}

function ComparedActions({ product }: { product: Product }) {
  return (
    <div className="order-buttons relative">
      {stockNote(product) ?? (
        <Link
          to={href('/purchase/:id', { id: product._id })}
          className={buttonVariant.primary}
          aria-label={`Buy Now: ${product.name}`}
        >
          Buy Now
        </Link>
      )}
      <AddToList product={product} />
    </div>
  )
}

export const ErrorBoundary = pageError('Compare tools', 'The tools', { className: 'page' })

/** The lines of a comparison. Only those that all have are marked: unlike tools differ in everything else. */
function comparedRows(products: Product[], specifications: Specification[], lengths: LengthUnit) {
  const line = (name: string, text: (product: Product) => string | undefined) => {
    const texts = products.map(text)
    const differs = new Set(texts).size > 1
    const isMarked = differs && !texts.includes(undefined)
    return { name, texts: texts.map((text) => text ?? '–'), differs, isMarked }
  }
  return [
    line('Price each', ownPriceText),
    line('Minimum order', ({ minQuantity }) => minQuantity.toLocaleString('en-US')),
    line('In stock', ({ quantity }) => quantity.toLocaleString('en-US')),
    ...specifications.map((specification) =>
      line(specification.name, (product) => {
        const value = product.specifications[specification.key]
        return value === undefined ? undefined : textWithUnit(specification, value, lengths)
      }),
    ),
  ]
}
