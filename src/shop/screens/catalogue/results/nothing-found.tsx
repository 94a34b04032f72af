import { Link } from 'react-router'
import type { CategoryTile } from '#shop/catalogue/categories/category.ts'
import { ProductGrid } from '#shop/screens/catalogue/product-grid.tsx'
import { CategoryStrip } from '#shop/screens/home/category-strip.tsx'
import { resultsPath } from '#shop/search/query/results-path.ts'
import { everything } from '#shop/search/query/search-query.ts'
import type { SearchResult } from '#shop/search/search-json.server.ts'
import { AskForTool } from './ask-for-tool.tsx'

type NothingFoundProps = {
  searched: string
  result: SearchResult
  tiles: CategoryTile[]
  /** The path of the search without its filters; null when it has none. */
  clearPath: string | null
}

/** Offers the search without its filters, similar products, the categories, and the contact form. */
export function NothingFound({ searched, result, tiles, clearPath }: NothingFoundProps) {
  const { near, correctedText } = result
  return (
    <div className="search-empty stack">
      <p>
        No tool matches {missedText(searched, clearPath !== null)}.{' '}
        {correctedText !== null && (
          <>
            Did you mean{' '}
            <Link to={resultsPath('all-tools', { ...everything, text: correctedText })} className="text-link">
              {correctedText}
            </Link>{' '}
            without them?{' '}
          </>
        )}
        {clearPath === null ? (
          'Check the spelling'
        ) : (
          <Link to={clearPath} className="text-link" preventScrollReset>
            Remove the filters
          </Link>
        )}
        , choose a{' '}
        <a href="#search-categories" className="text-link">
          category
        </a>{' '}
        or{' '}
        <a href="#ask-for-tool" className="text-link">
          tell us what you need
        </a>
        .
      </p>
      {near.length > 0 && (
        <section aria-labelledby="near-tools">
          <h2 className="section-title mb-16" id="near-tools">
            Close to your search
          </h2>
          <ProductGrid products={near} />
        </section>
      )}
      <section id="search-categories">
        <CategoryStrip categories={tiles} />
      </section>
      <AskForTool searched={searched} />
    </div>
  )
}

function missedText(searched: string, hasFilters: boolean): string {
  if (searched === '') return 'these filters'
  return hasFilters ? `“${searched}” with these filters` : `“${searched}”`
}
