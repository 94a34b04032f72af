import { Link } from 'react-router'

type StateTabsProps<State extends string> = {
  label: string
  names: Readonly<Record<State, string>>
  states?: readonly State[]
  countOf?: (state: State) => number | string | undefined
  current: State
  to: (state: State) => string
  className?: string
}

/** Links to the same list in other states. */
export function StateTabs<State extends string>(props: StateTabsProps<State>) {
  const { label, names, states = Object.keys(names) as State[] } = props
  const { countOf, current, to, className } = props
  return (
    <nav className={`segments segments-wide ${className ?? ''}`} aria-label={label}>
      {states.map((state) => {
        const count = countOf?.(state)
        return (
          <Link
            key={state}
            to={to(state)}
            aria-current={state === current ? 'page' : undefined}
            preventScrollReset
          >
            <span>
              {names[state]}{' '}
              {count !== undefined && (
                <span className="font-400 tabular">{count.toLocaleString('en-US')}</span>
              )}
            </span>
          </Link>
        )
      })}
    </nav>
  )
}
