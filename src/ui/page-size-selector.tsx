import { useId, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'

type PageSizeSelectorProps = {
  options: readonly { label: string; value: string }[]
  /** The value in force; two options may share it. */
  value: string
}

/** Chooses how many items a page holds, in the address (`?size=`), from the first page on. */
export function PageSizeSelector({ options, value }: PageSizeSelectorProps) {
  const id = useId()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const [chosen, setChosen] = useState<number>()
  // Two options may carry the same value: the one that was clicked stays selected.
  const isChosen = chosen !== undefined && options[chosen]?.value === value
  const selected = isChosen ? chosen : options.findIndex((option) => option.value === value)
  return (
    <form method="get" action={pathname} className="page-size">
      <label htmlFor={id}>Per page</label>
      <select
        id={id}
        className="select"
        value={selected}
        onChange={(event) => {
          const place = Number(event.target.value)
          setChosen(place)
          void navigate(`${pathname}?size=${options[place]?.value}&page=0`, {
            preventScrollReset: true,
          })
        }}
      >
        {selected === -1 && <option value={-1}>{value}</option>}
        {options.map((option, place) => (
          <option key={option.label} value={place}>
            {option.label}
          </option>
        ))}
      </select>
    </form>
  )
}
