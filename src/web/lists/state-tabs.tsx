import { Link } from 'react-router'

type StateTab = {
  name: string
  /** How many it has. */
  count?: string | undefined
  to: string
  isCurrent: boolean
}

type StateTabsProps = { label: string; tabs: StateTab[]; className?: string }

/** Links to the same list in other states. */
export function StateTabs({ label, tabs, className }: StateTabsProps) {
  return (
    <nav className={`segments segments-wide ${className ?? ''}`} aria-label={label}>
      {tabs.map(({ name, count, to, isCurrent }) => (
        <Link key={name} to={to} aria-current={isCurrent ? 'page' : undefined} preventScrollReset>
          <span>
            {name} {count !== undefined && <span className="state-count">{count}</span>}
          </span>
        </Link>
      ))}
    </nav>
  )
}
