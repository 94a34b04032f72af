import { useEffect, useId, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { withQuery } from '#platform/http/query.ts'
import { buttonVariant } from '#ui/button.tsx'
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
  const chosen = chosenOption(offered, value, label)
  const select = useRef<HTMLSelectElement>(null)
  const choose = (option: PageSize | undefined) => {
    if (!option) return
    void navigate(withQuery(pathname, { ...sizeQuery(options, option), page: 0 }), {
      preventScrollReset: true,
    })
  }

  // A choice made before the page's script ran told nobody.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what the first render finds is early.
  useEffect(() => {
    const early = offered[select.current?.selectedIndex ?? -1]
    if (early !== chosen) choose(early)
  }, [])

  return (
    <form method="get" action={pathname} className="page-size">
      <label htmlFor={id}>Per page</label>
      <select
        ref={select}
        id={id}
        name="size"
        autoComplete="off"
        value={distinctValue(offered, chosen)}
        onChange={({ target }) => choose(offered[target.selectedIndex])}
      >
        {offered.map((option) => (
          <option key={option.label} value={distinctValue(offered, option)}>
            {option.label}
          </option>
        ))}
      </select>
      <noscript>
        <button type="submit" className={buttonVariant.quiet}>
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
