import { useCallback, useState } from 'react'
import { href, Link, useNavigate, useNavigation } from 'react-router'
import { pageCount } from '#platform/http/pagination.ts'
import type { Specification } from '#shop/catalogue/categories/category.ts'
import { CompareTray } from '#shop/catalogue/pages/compare/compare-choice.tsx'
import { ProductGrid } from '#shop/catalogue/pages/product-grid.tsx'
import { ProductTable } from '#shop/catalogue/pages/table/product-table.tsx'
import { ViewSwitch } from '#shop/catalogue/pages/table/view-switch.tsx'
import { activeFilters } from '#shop/catalogue/search/active-filters.ts'
import { FacetPanel } from '#shop/catalogue/search/facet-panel.tsx'
import { FilterChips } from '#shop/catalogue/search/filter-chips.tsx'
import type { SearchResult } from '#shop/catalogue/search/search-json.server.ts'
import {
  type CatalogueQuery,
  catalogueParams,
  everything,
  isSearch,
} from '#shop/catalogue/search/search-query.ts'
import { SortSearch } from '#shop/catalogue/search/sort-search.tsx'
import { listHeadProps } from '#ui/lists/list-head.ts'
import { Spinner } from '#ui/spinner.tsx'
import { Pager } from '#web/lists/pager.tsx'
import { PageHead } from '#web/page-head.tsx'
import { AskForTool } from './ask-for-tool.tsx'

/** A page of search results with its query. */
export type SearchPage = {
  query: CatalogueQuery
  result: SearchResult
  /** Zero-based. */
  page: number
  size: number
  /** The columns of its table; empty for cards. */
  columns: Specification[]
}

/** The results of a search on the All Tools page, and how to narrow them. */
export function SearchResults({ search }: { search: SearchPage }) {
  const { result, page, size, columns } = search
  const { total, categories, isCapped, facets, notes, correctedText } = result
  const navigate = useNavigate()
  const isLoading = useNavigation().location?.pathname === href('/purchase')
  // Shows a choice immediately, until its results arrive.
  const [chosen, setChosen] = useState({ query: search.query, on: search })
  const query = chosen.on === search ? chosen.query : search.query
  const show = useCallback(
    (query: CatalogueQuery) => {
      setChosen({ query, on: search })
      void navigate(searchPath(query), { preventScrollReset: true })
    },
    [search, navigate],
  )
  const filters = activeFilters(query, categories, facets?.specifications ?? [])
  const unnamed = isSearch(query) ? 'Filtered tools' : 'All tools'
  const title = query.text === '' ? unnamed : `Search: ${query.text}`
  const action = href('/purchase')
  const hasFacets = facets !== null && (total > 0 || filters.length > 0)
  return (
    <div className="page">
      <PageHead title={title} />
      <h1 className="page-title">{title}</h1>
      {notes.map((note) => (
        <p key={note} className="search-note">
          {note}
        </p>
      ))}
      {correctedText !== null && (
        <p className="search-note">
          No tool matches “{query.text}”. These match “{correctedText}”.
        </p>
      )}
      {result.isTooSlow && (
        <p className="search-note" role="alert">
          This search matches too much. Narrow it: add a word or choose a category.
        </p>
      )}
      <div className={hasFacets ? 'search-layout' : undefined}>
        {hasFacets && (
          <FacetPanel
            facets={facets}
            query={query}
            activeCount={filters.length}
            action={action}
            pathOf={searchPath}
            onChange={show}
          />
        )}
        <div>
          <section className="list-bar" aria-label="Tools found" {...listHeadProps}>
            <p className="list-count" aria-live="polite" aria-busy={isLoading}>
              Total Tools Found{' '}
              <strong>
                {total.toLocaleString('en-US')}
                {isCapped && '+'}
              </strong>
            </p>
            {isLoading && <Spinner label="Loading tools" />}
            {total > 0 && (
              <ViewSwitch
                cards={searchPath({ ...query, isTable: false })}
                table={searchPath({ ...query, isTable: true })}
                isTable={query.isTable}
              />
            )}
            {total > 1 && <SortSearch query={query} action={action} onChange={show} />}
          </section>
          <FilterChips
            filters={filters}
            pathOf={searchPath}
            clearPath={searchPath({
              ...everything,
              text: query.text,
              sort: query.sort,
              isTable: query.isTable,
            })}
          />
          {total === 0 && !result.isTooSlow && <NothingFound search={search} />}
          <div className="product-lists" aria-busy={isLoading}>
            {search.query.isTable && total > 0 ? (
              <ProductTable caption={title} products={result.products} specifications={columns} />
            ) : (
              <ProductGrid products={result.products} />
            )}
          </div>
          {search.query.isTable && <CompareTray />}
          <Pager
            page={page}
            pageCount={pageCount(total, size)}
            to={(page) => searchPath(query, page)}
          />
        </div>
      </div>
    </div>
  )
}

/** Offers similar products, the categories, and the contact form. */
function NothingFound({ search: { query, result } }: { search: SearchPage }) {
  const { categories } = result
  return (
    <div className="search-empty">
      <p>
        No tool matches{query.text === '' ? ' these filters' : ` “${query.text}”`}. Check the
        spelling, take filters off, or tell us what you need.
      </p>
      {result.near.length > 0 && (
        <section aria-labelledby="near-tools">
          <h2 className="section-title" id="near-tools">
            Close to your search
          </h2>
          <ProductGrid products={result.near} />
        </section>
      )}
      {categories.length > 0 && (
        <nav aria-labelledby="search-categories">
          <h2 className="section-title" id="search-categories">
            Categories
          </h2>
          <ul className="search-categories">
            {categories.map(({ slug, name }) => (
              <li key={slug}>
                <Link to={searchPath({ ...everything, category: slug })}>{name}</Link>
              </li>
            ))}
          </ul>
        </nav>
      )}
      <AskForTool searched={query.text} />
    </div>
  )
}

/** The path of a search's page. */
function searchPath(query: CatalogueQuery, page = 0): string {
  const params = catalogueParams(query)
  if (page > 0) params.set('page', String(page))
  return params.size === 0 ? href('/purchase') : `${href('/purchase')}?${params}`
}
