import { Link } from 'react-router'
import { ProductGrid } from '#shop/catalogue/pages/product-grid.tsx'
import type { SearchResult } from '#shop/catalogue/search/search-json.server.ts'
import { everything } from '#shop/catalogue/search/search-query.ts'
import { AskForTool } from './ask-for-tool.tsx'
import { resultsPath } from './results-path.ts'

type NothingFoundProps = { searched: string; result: SearchResult }

/** Offers similar products, the categories, and the contact form. */
export function NothingFound({ searched, result: { near, categories } }: NothingFoundProps) {
  return (
    <div className="search-empty">
      <p>
        No tool matches{searched === '' ? ' these filters' : ` “${searched}”`}. Check the spelling,
        take filters off, or tell us what you need.
      </p>
      {near.length > 0 && (
        <section aria-labelledby="near-tools">
          <h2 className="section-title" id="near-tools">
            Close to your search
          </h2>
          <ProductGrid products={near} />
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
                <Link to={resultsPath('all-tools', { ...everything, category: slug })}>{name}</Link>
              </li>
            ))}
          </ul>
        </nav>
      )}
      <AskForTool searched={searched} />
    </div>
  )
}
