import { Link } from 'react-router'
import type { ActiveFilter } from './active-filters.ts'

type FilterChipsProps = {
  filters: ActiveFilter[]
  pathOf: (query: ActiveFilter['without']) => string
  clearPath: string
}

/** The active filters, each a link that removes it. Its line is there without any, so that nothing moves. */
export function FilterChips({ filters, pathOf, clearPath }: FilterChipsProps) {
  return (
    <div className="filter-chips">
      {filters.length > 0 && (
        <ul aria-label="Filters in use">
          {filters.map(({ text, without }) => (
            <li key={text}>
              <Link
                to={pathOf(without)}
                className="filter-chip hover-line inline-line rounded gap-8 text-14"
                aria-label={`Remove ${text}`}
                preventScrollReset
              >
                {text}
                <span aria-hidden="true">×</span>
              </Link>
            </li>
          ))}
          {filters.length > 1 && (
            <li>
              <Link to={clearPath} className="text-link" preventScrollReset>
                Clear all
              </Link>
            </li>
          )}
        </ul>
      )}
    </div>
  )
}
