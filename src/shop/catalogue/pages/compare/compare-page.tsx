import { href, Link, useNavigate } from 'react-router'
import { databaseContext } from '#platform/http/page-context.server.ts'
import { dollarsToCents, formatDollars } from '#platform/money.ts'
import type { Specification } from '#shop/catalogue/categories/category.ts'
import { listCategories } from '#shop/catalogue/categories/category-queries.server.ts'
import { columnsOf } from '#shop/catalogue/categories/category-tree.ts'
import { productPagesStyles } from '#shop/catalogue/pages/breadcrumbs.tsx'
import { ProductTile } from '#shop/catalogue/pages/product-tiles.tsx'
import { type Product, stockNote } from '#shop/catalogue/product.ts'
import { toProductJson } from '#shop/catalogue/product-json.server.ts'
import { listProductsByIds } from '#shop/catalogue/products.server.ts'
import { type LengthUnit, useLengthUnit } from '#shop/catalogue/specifications/length-unit.ts'
import {
  textWithUnit,
  usedSpecifications,
} from '#shop/catalogue/specifications/specification-text.ts'
import { UnitSwitch } from '#shop/catalogue/specifications/unit-switch.tsx'
import { AddToList } from '#shop/order-list/store/add-to-list.tsx'
import { Button, buttonVariant } from '#ui/button.tsx'
import { useHydrated } from '#ui/use-hydrated.ts'
import { PageError } from '#web/page-error.tsx'
import type { PageHandle } from '#web/page-handle.ts'
import { PageHead } from '#web/page-head.tsx'
import type { Route } from './+types/compare-page'
import { comparePath, forgetCompared, MAX_COMPARED } from './compare-choice.tsx'

export const handle: PageHandle = { cached: [] }

export const links = productPagesStyles

/** Loads the products that the URL names, in its order. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const db = context.get(databaseContext)
  const named = (url.searchParams.get('ids') ?? '').split(',').filter((id) => id.trim() !== '')
  const ids = [...new Set(named)]
  const asked = ids.slice(0, MAX_COMPARED)
  const [found, categories] = await Promise.all([listProductsByIds(db, asked), listCategories(db)])
  const products = found.map(toProductJson)
  const specifications = columnsOf(
    categories,
    products.map(({ category }) => category),
  )
  return {
    products,
    specifications: usedSpecifications(specifications, products),
    missing: asked.length - products.length,
    leftOut: ids.length - asked.length,
  }
}

/** Up to four products side by side, with the rows marked in which they differ (product 13.8). */
export default function ComparePage({ loaderData }: Route.ComponentProps) {
  const { products, specifications, missing, leftOut } = loaderData
  const isHydrated = useHydrated()
  const lengths = useLengthUnit()
  const navigate = useNavigate()
  const rows = comparedRows(products, specifications, lengths)
  const without = (id: string) => products.map(({ _id }) => _id).filter((one) => one !== id)
  return (
    <div className="page">
      <PageHead
        title="Compare tools"
        description="Tools side by side, with the lines marked in which they differ. Share the address to show the same comparison."
        image={products[0]?.imgURL}
      />
      <h1 className="page-title">Compare tools</h1>
      {missing > 0 && <p role="status">Some of these tools are no longer on sale.</p>}
      {leftOut > 0 && (
        <p role="status">
          Only the first {MAX_COMPARED} of {MAX_COMPARED + leftOut} tools are compared.
        </p>
      )}
      {products.length === 0 ? (
        <p>
          {missing === 0 && 'No tools are chosen. '}
          Choose tools with “Compare” in the table of <Link to={href('/tools')}>a category</Link> or
          on a tool’s page.
        </p>
      ) : (
        <div className="product-table-place">
          {specifications.some(({ unit }) => unit === 'mm') && <UnitSwitch />}
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrolled by the arrow keys */}
          <section className="compare-frame" tabIndex={0} aria-label="Comparison">
            <table className="compare-table">
              <thead>
                <tr>
                  <td />
                  {products.map((product) => (
                    <th key={product._id} scope="col">
                      <ProductTile product={product} sizes="14rem" />
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {rows.map(({ name, texts, differs }) => (
                  <tr key={name} className={differs ? 'compare-differs' : undefined}>
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
              <tfoot>
                <tr>
                  <td />
                  {products.map((product) => (
                    <td key={product._id}>
                      {stockNote(product) ?? (
                        <Link
                          to={href('/purchase/:id', { id: product._id })}
                          className={buttonVariant.strong}
                          aria-label={`Buy Now: ${product.name}`}
                        >
                          Buy Now
                        </Link>
                      )}
                      <AddToList product={product} />
                      <Button
                        variant="quiet"
                        disabled={!isHydrated}
                        aria-label={`Remove ${product.name}`}
                        onClick={() => {
                          forgetCompared(product._id)
                          void navigate(comparePath(without(product._id)), { replace: true })
                        }}
                      >
                        Remove
                      </Button>
                    </td>
                  ))}
                </tr>
              </tfoot>
            </table>
          </section>
          {products.length > 1 && (
            <p className="list-note">Marked lines differ. Share this page’s URL.</p>
          )}
        </div>
      )}
    </div>
  )
}

export function ErrorBoundary() {
  return <PageError title="Compare tools" text="The tools failed to load." className="page" />
}

/** The lines of a comparison, and whether the products differ in each. */
function comparedRows(products: Product[], specifications: Specification[], lengths: LengthUnit) {
  const line = (name: string, text: (product: Product) => string) => {
    const texts = products.map(text)
    return { name, texts, differs: new Set(texts).size > 1 }
  }
  return [
    line('Price each', ({ perPrice }) => formatDollars(dollarsToCents(perPrice))),
    line('Minimum order', ({ minQuantity }) => minQuantity.toLocaleString('en-US')),
    line('In stock', ({ quantity }) => quantity.toLocaleString('en-US')),
    ...specifications.map((specification) =>
      line(specification.name, (product) => {
        const value = product.specifications[specification.key]
        return value === undefined ? '–' : textWithUnit(specification, value, lengths)
      }),
    ),
  ]
}
