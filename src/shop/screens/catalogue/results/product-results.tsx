import { type ReactNode, useCallback, useOptimistic, useState, useTransition } from 'react'
import { Link, useNavigate, useNavigation } from 'react-router'
import { pageCount } from '#platform/http/pagination.ts'
import { useCurrentUser } from '#shop/auth/access/use-sign-in.ts'
import type { CategoryTile } from '#shop/catalogue/categories/category.ts'
import type { Product } from '#shop/catalogue/product.ts'
import { UnitSwitch } from '#shop/catalogue/specifications/unit-switch.tsx'
import { CompareTray } from '#shop/screens/catalogue/compare/compare-tray.tsx'
import { ProductGrid } from '#shop/screens/catalogue/product-grid.tsx'
import { ColumnChooser } from '#shop/screens/catalogue/table/column-chooser.tsx'
import { ProductTable } from '#shop/screens/catalogue/table/product-table.tsx'
import { ViewSwitch } from '#shop/screens/catalogue/table/view-switch.tsx'
import type { FamilyCard as Family } from '#shop/search/family-cards.server.ts'
import { activeFilters } from '#shop/search/filters/active-filters.ts'
import { FacetPanel } from '#shop/search/filters/facet-panel.tsx'
import { FilterChips } from '#shop/search/filters/filter-chips.tsx'
import { SortSearch } from '#shop/search/filters/sort-search.tsx'
import { type ResultsPage, resultsAction, resultsPath } from '#shop/search/query/results-path.ts'
import { type CatalogueQuery, everything } from '#shop/search/query/search-query.ts'
import type { SearchResult } from '#shop/search/search-json.server.ts'
import type { TableSection } from '#shop/search/table/table-sections.ts'
import { lazyPart } from '#ui/lazy-part.tsx'
import { listHeadProps } from '#ui/lists/list-head.ts'
import { Pager } from '#web/lists/pager.tsx'
import { FamilyCard } from './family-card.tsx'

const NothingFound = lazyPart(async () => (await import('./nothing-found.tsx')).NothingFound)

export type FoundPage = {
  query: CatalogueQuery
  result: SearchResult
  /** The families by the ids of the products at whose places they stand. */
  families: Record<string, Family>
  /** How many families there are, and how many of them have several products; null for each size. */
  familyCount: { total: number; several: number } | null
  /** Zero-based. */
  page: number
  size: number
  sections: TableSection[]
  tiles: CategoryTile[]
}

type ProductResultsProps = {
  foundPage: FoundPage
  on: ResultsPage
  title: string
  breadcrumbs?: ReactNode
  /** The size in the URL, where it is not the usual one. */
  askedSize?: number | undefined
}

/** What a search or a category has, as cards or as a table, and how to narrow it. */
export function ProductResults({
  foundPage: results,
  on,
  title,
  breadcrumbs,
  askedSize,
}: ProductResultsProps) {
  const isSignedIn = useCurrentUser() !== null
  const { result, page, size, sections } = results
  const { total, categories, facets } = result
  const isTable = results.query.view === 'table'
  const navigate = useNavigate()
  const action = resultsAction(on, results.query)
  const [isChanging, startChange] = useTransition()
  const isNavigating = useNavigation().location?.pathname === action
  const isLoading = isChanging || isNavigating
  // Shows a choice immediately, until the results of the last one are here: two may overlap.
  const [query, setChosen] = useOptimistic(results.query)
  // Other products have other columns.
  const scope = `${query.category} ${query.text}`
  const [columns, setColumns] = useState<{ of: string; keys: string[] } | null>(null)
  const shownColumns = columns?.of === scope ? columns.keys : null
  const pathOf = useCallback((query: CatalogueQuery) => resultsPath(on, query), [on])
  const show = useCallback(
    (query: CatalogueQuery) =>
      startChange(async () => {
        setChosen(query)
        await navigate(pathOf(query), { preventScrollReset: true })
      }),
    [setChosen, navigate, pathOf],
  )
  // The title of a category's page names its filter.
  const isOfCategory = on === 'category'
  const filters = activeFilters(query, isOfCategory ? null : categories, facets?.specifications ?? [])
  const cleared = {
    ...everything,
    text: query.text,
    category: isOfCategory ? query.category : null,
    sort: query.sort,
    view: query.view,
  }
  const several = results.familyCount?.several ?? 0
  const count = `${total.toLocaleString('en-US')}${result.isCapped ? '+' : ''}`
  const tools = total === 1 ? 'tool' : 'tools'
  const hasFacets = facets !== null && (total > 0 || filters.length > 0)
  return (
    <>
      <section className="results-head note row" aria-label="Tools found" {...listHeadProps}>
        {breadcrumbs}
        <h1 className="page-title work-title plain">{title}</h1>
        <p className="list-count" aria-live="polite" aria-busy={isLoading}>
          {several > 0 && (
            <>
              <strong>{several.toLocaleString('en-US')}</strong> {several === 1 ? 'family' : 'families'},{' '}
            </>
          )}
          <span>
            <strong>{count}</strong> {tools}
          </span>
        </p>
        {(several > 0 || query.view === 'sizes') && (
          <Link
            to={pathOf({ ...query, view: several > 0 ? 'sizes' : 'families' })}
            className="text-link"
            preventScrollReset
          >
            {several > 0 ? 'Each size' : 'Families'}
          </Link>
        )}
        <div className="results-controls max-w-full row">
          {isTable && total > 0 && (
            <>
              <UnitSwitch />
              <ColumnChooser
                sections={sections}
                columns={shownColumns}
                onChange={(keys) => setColumns({ of: scope, keys })}
              />
            </>
          )}
          {total > 1 && <SortSearch query={query} action={action} onChange={show} />}
          {total > 0 && (
            <ViewSwitch
              cards={pathOf({ ...query, view: 'families' })}
              table={pathOf({ ...query, view: 'table' })}
              isTable={query.view === 'table'}
            />
          )}
        </div>
      </section>
      <div className={hasFacets ? 'search-layout' : undefined}>
        {hasFacets && (
          <FacetPanel
            facets={facets}
            query={query}
            found={`${count} ${tools}`}
            activeCount={filters.length}
            branchOnly={isOfCategory}
            action={action}
            pathOf={pathOf}
            onChange={show}
          />
        )}
        <div className="results" id="results" tabIndex={-1}>
          <FilterChips filters={filters} pathOf={pathOf} clearPath={pathOf(cleared)} />
          <ResultNotes searched={query.text} result={result} />
          {(result.products.some(hasOwnPrice)
            ? query.sort === 'price' || query.price !== null
            : // The filter may hide all products with own prices.
              isSignedIn && query.price !== null) && (
            <p className="callout mb-12 text-14 break-anywhere">
              Sorted and filtered by the base price, not by your own prices.
            </p>
          )}
          {total === 0 && isOfCategory && filters.length === 0 && (
            <p>No tool of this category is on sale at the moment.</p>
          )}
          {total === 0 && !result.isTooSlow && (!isOfCategory || filters.length > 0) && (
            <NothingFound
              searched={query.text}
              result={result}
              tiles={results.tiles}
              clearPath={filters.length > 0 ? pathOf(cleared) : null}
            />
          )}
          <div className="product-lists grid" aria-busy={isLoading}>
            {isTable && total > 0 ? (
              <ProductTable
                caption={title}
                products={result.products}
                sections={sections}
                columns={shownColumns}
              />
            ) : (
              <ProductGrid
                products={result.products}
                cardOf={(product, links) => {
                  const family = results.families[product._id]
                  return family && <FamilyCard family={family} first={product} {...links} />
                }}
              />
            )}
          </div>
          <Pager
            page={page}
            pageCount={pageCount(results.familyCount?.total ?? total, size)}
            to={(page) => resultsPath(on, query, { page, size: askedSize })}
          />
        </div>
      </div>
      <CompareTray />
    </>
  )
}

function hasOwnPrice({ prices, perPrice }: Product): boolean {
  return prices.some((step) => step.perPrice !== perPrice)
}

type ResultNotesProps = { searched: string; result: SearchResult }

function ResultNotes({ searched, result }: ResultNotesProps) {
  return (
    <>
      {result.notes.map((note) => (
        <p key={note} className="callout mb-12 text-14 break-anywhere">
          {note}
        </p>
      ))}
      {result.correctedText !== null && result.total > 0 && (
        <p className="callout mb-12 text-14 break-anywhere">
          No tool matches “{searched}”. These match “{result.correctedText}”.
        </p>
      )}
      {result.isTooSlow && (
        <p className="callout mb-12 text-14 break-anywhere" role="alert">
          This search has too many matches. Narrow it: add a word or choose a category.
        </p>
      )}
    </>
  )
}
