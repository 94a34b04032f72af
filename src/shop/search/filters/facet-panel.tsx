import { type FormEvent, memo } from 'react'
import { Form, Link } from 'react-router'
import { inTreeOrder } from '#shop/catalogue/categories/category-tree.ts'
import { UnitSwitch } from '#shop/catalogue/specifications/unit-switch.tsx'
import { MAX_COUNTED } from '#shop/search/query/search-limits.ts'
import { type CatalogueQuery, catalogueParams, readCatalogueQuery } from '#shop/search/query/search-query.ts'
import type { Facets } from '#shop/search/search-json.server.ts'
import { buttonVariant } from '#ui/button.tsx'
import { useHydrated } from '#ui/use-hydrated.ts'
import { Count, RangeFields, SpecificationFacet } from './facet-fields.tsx'

const OPEN_FACETS = 4

type FacetPanelProps = {
  facets: Facets
  query: CatalogueQuery
  /** How many tools were found, as text. */
  found: string
  activeCount: number
  /** Whether only the categories above and below the chosen one are offered. */
  branchOnly?: boolean
  action: string
  pathOf: (query: CatalogueQuery) => string
  onChange: (query: CatalogueQuery) => void
}

/** Narrows a search: a plain form, which scripts send at every choice. On phones it is a sheet over the results. */
export const FacetPanel = memo(function FacetPanel(props: FacetPanelProps) {
  const { facets, query, found, activeCount, branchOnly = false, action, pathOf, onChange } = props
  const isHydrated = useHydrated()
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const given = new URLSearchParams(
      [...new FormData(event.currentTarget)].flatMap(([name, value]) =>
        typeof value === 'string' && value !== '' ? [[name, value]] : [],
      ),
    )
    onChange({ ...readCatalogueQuery(given).query, sort: query.sort })
    const sheet = event.currentTarget.closest('details')
    sheet?.removeAttribute('open')
    sheet?.querySelector('summary')?.focus()
  }
  return (
    <details className="facets no-print">
      <summary className={buttonVariant.quiet}>Filter{activeCount > 0 && ` (${activeCount})`}</summary>
      <Form
        method="get"
        action={action}
        className="facet-form justify-items-start gap-16"
        aria-label="Filters"
        onSubmit={send}
      >
        {[...catalogueParams(notShown(query, facets))].map(([name, value]) => (
          <input key={`${name}=${value}`} type="hidden" name={name} value={value} />
        ))}
        {query.view === 'table' && <UnitSwitch />}
        <CategoryLinks facets={facets} query={query} branchOnly={branchOnly} pathOf={pathOf} />
        <label className="facet-value" data-empty={facets.inStock === 0 || undefined}>
          <input
            type="checkbox"
            name="stock"
            value="1"
            checked={query.isInStock}
            disabled={facets.inStock === 0 && !query.isInStock}
            onChange={({ target }) => onChange({ ...query, isInStock: target.checked })}
          />
          In stock <Count count={facets.inStock} isCapped={facets.capped.includes('stock')} />
        </label>
        <RangeFields name="price" legend="Price, $" offered={facets.price} range={query.price} />
        {facets.specifications.map((facet, index) => (
          <SpecificationFacet
            key={facet.key}
            facet={facet}
            isOpen={index < OPEN_FACETS}
            query={query}
            isCapped={facets.capped.includes(`spec.${facet.key}`)}
            onChange={onChange}
          />
        ))}
        {facets.capped.length > 0 && (
          <p className="note">
            Counts with a + and the bounds of ranges are of the first {MAX_COUNTED.toLocaleString('en-US')}{' '}
            tools found; there may be more.
          </p>
        )}
        <button type="submit" className={buttonVariant.quiet}>
          {isHydrated ? `Show ${found}` : 'Apply'}
        </button>
      </Form>
    </details>
  )
})

/** Hidden fields for the part of a query that has no visible field. */
function notShown(query: CatalogueQuery, { specifications }: Facets): CatalogueQuery {
  const shown = new Set(specifications.map(({ key }) => key))
  const others = Object.entries(query.specifications).filter(([key]) => !shown.has(key))
  return { ...query, specifications: Object.fromEntries(others), price: null, isInStock: false }
}

type CategoryLinksProps = Pick<FacetPanelProps, 'facets' | 'query' | 'pathOf'> & {
  branchOnly: boolean
}

function CategoryLinks({ facets, query, branchOnly, pathOf }: CategoryLinksProps) {
  const { categories, capped } = facets
  const shown = branchOnly ? branchOf(query.category, categories) : categories
  if (shown.length === 0) return null
  return (
    <nav aria-label="Categories">
      <p className="facet-name text-14 font-600 break-anywhere">Category</p>
      <ul className="grid">
        {inTreeOrder(shown).map(({ slug, name, parent, count }) => (
          <li key={slug} className={parent === null ? 'font-600' : 'facet-child'}>
            {count === 0 && slug !== query.category ? (
              <span className="facet-category" data-empty>
                {name} <Count count={count} isCapped={false} />
              </span>
            ) : (
              <Link
                to={pathOf({ ...query, category: slug })}
                className="facet-category"
                aria-current={slug === query.category ? 'true' : undefined}
                preventScrollReset
              >
                {name} <Count count={count} isCapped={capped.includes('category')} />
              </Link>
            )}
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** A category with those above and below it. */
function branchOf(slug: string | null, categories: Facets['categories']): Facets['categories'] {
  const parent = categories.find((category) => category.slug === slug)?.parent
  return categories.filter((category) => [slug, parent].includes(category.slug) || category.parent === slug)
}
