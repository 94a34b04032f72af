import { useEffect, useId, useRef } from 'react'
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
  const select = useRef<HTMLSelectElement>(null)
  // The browser keeps the selection: of two options with the same value, the one that was chosen.
  useEffect(() => {
    if (select.current && select.current.value !== value) select.current.value = value
  }, [value])
  return (
    <form method="get" action={pathname} className="page-size">
      <label htmlFor={id}>Per page</label>
      <select
        id={id}
        ref={select}
        name="size"
        className="select"
        defaultValue={value}
        onChange={({ target }) =>
          navigate(`${pathname}?size=${target.value}&page=0`, { preventScrollReset: true })
        }
      >
        {options.every((option) => option.value !== value) && (
          <option value={value}>{value}</option>
        )}
        {options.map((option) => (
          <option key={option.label} value={option.value}>
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
