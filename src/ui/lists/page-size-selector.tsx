import { useId } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { type PageSize, sizeQuery } from './page-size.ts'

type PageSizeSelectorProps = {
  options: readonly PageSize[]
  /** The value in force; two options may share it. */
  value: string
  /** The label of the option that was chosen, where its value does not tell. */
  label?: string | undefined
}

/** Chooses how many items a page holds, in the address (`?size=`), from the first page on. */
export function PageSizeSelector({ options, value, label }: PageSizeSelectorProps) {
  const id = useId()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const offered = options.some((option) => option.value === value)
    ? options
    : [{ label: value, value }, ...options]
  return (
    <form method="get" action={pathname} className="page-size">
      <label htmlFor={id}>Per page</label>
      <select
        id={id}
        name="size"
        className="select"
        autoComplete="off"
        value={distinctValue(offered, chosenOption(offered, value, label))}
        onChange={({ target }) => {
          const chosen = offered[target.selectedIndex]
          if (!chosen) return
          void navigate(`${pathname}?${sizeQuery(options, chosen)}&page=0`, {
            preventScrollReset: true,
          })
        }}
      >
        {offered.map((option) => (
          <option key={option.label} value={distinctValue(offered, option)}>
            {option.label}
          </option>
        ))}
      </select>
      <noscript>
        <button type="submit" className="btn">
          Show
        </button>
      </noscript>
    </form>
  )
}

function chosenOption(options: readonly PageSize[], value: string, label: string | undefined) {
  const fitting = options.filter((option) => option.value === value)
  return fitting.find((option) => option.label === (label ?? value)) ?? fitting[0]
}

/**
 * React selects by value, and two options may carry the same one: a zero before it tells them apart
 * and is no other number to the address.
 */
function distinctValue(options: readonly PageSize[], option: PageSize | undefined): string {
  if (!option) return ''
  const before = options.slice(0, options.indexOf(option))
  const twins = before.filter(({ value }) => value === option.value)
  return '0'.repeat(twins.length) + option.value
}
