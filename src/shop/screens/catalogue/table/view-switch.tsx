import { Link } from 'react-router'
import type { CatalogueQuery } from '#shop/search/query/search-query.ts'

type View = CatalogueQuery['view']
type ViewSwitchProps = { view: View; pathOf: (view: View) => string; names?: typeof all }

const all: readonly (readonly [View, string])[] = [
  ['families', 'Cards'],
  ['sizes', 'Each size'],
  ['table', 'Table'],
]

/** Switches between the views of a list; All Tools shows each size anyway. */
export function ViewSwitch({ view, pathOf, names = all }: ViewSwitchProps) {
  return (
    <nav className="segments" aria-label="View">
      {names.map(([name, text]) => (
        <Link
          key={name}
          to={pathOf(name)}
          preventScrollReset
          aria-current={name === view ? 'true' : undefined}
        >
          {text}
        </Link>
      ))}
    </nav>
  )
}
