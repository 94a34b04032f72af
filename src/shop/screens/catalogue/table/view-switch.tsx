import { Link } from 'react-router'

type ViewSwitchProps = { cards: string; table: string; isTable: boolean }

export function ViewSwitch({ cards, table, isTable }: ViewSwitchProps) {
  const views = [
    { text: 'Cards', to: cards, isShown: !isTable },
    { text: 'Table', to: table, isShown: isTable },
  ]
  return (
    <nav className="segments" aria-label="View">
      {views.map(({ text, to, isShown }) => (
        <Link key={text} to={to} preventScrollReset aria-current={isShown ? 'true' : undefined}>
          {text}
        </Link>
      ))}
    </nav>
  )
}
