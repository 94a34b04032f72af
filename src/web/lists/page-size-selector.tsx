import { useEffect, useId, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { withQuery } from '#platform/http/query.ts'
import { buttonVariant } from '#ui/button.tsx'
import { ambiguousOption, type PageSize, sizeQuery } from './page-size.ts'

type PageSizeSelectorProps = {
  options: readonly PageSize[]
  /** The current value; two options may share it. */
  value: string
  /** The label of the chosen option, if its value is ambiguous. */
  label?: string | undefined
}

/** Chooses the page size in the URL (`?size=`), starting again at the first page. */
export function PageSizeSelector({ options, value, label }: PageSizeSelectorProps) {
  const id = useId()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const offered = options.some((option) => option.value === value)
    ? options
    : [{ label: value, value }, ...options]
  const chosen = chosenOption(offered, value, label)
  const labelled = ambiguousOption(options)
  const select = useRef<HTMLSelectElement>(null)
  const choose = (option: PageSize | undefined) => {
    if (!option) return
    void navigate(withQuery(pathname, { ...sizeQuery(options, option), page: 0 }), {
      preventScrollReset: true,
    })
  }

  // A choice made before hydration fired no event.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what the first render finds is early.
  useEffect(() => {
    const early = offered[select.current?.selectedIndex ?? -1]
    if (early !== chosen) choose(early)
  }, [])

  return (
    <form method="get" action={pathname} className="page-size gap-12">
      <label htmlFor={id}>Per page</label>
      <select
        ref={select}
        id={id}
        name="size"
        className="field-input"
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
        {labelled && <input type="hidden" name="label" value={labelled.label} />}
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
 * React selects by value, but two options may share one: a leading zero distinguishes them without
 * changing the number in the URL.
 */
function distinctValue(options: readonly PageSize[], option: PageSize | undefined): string {
  if (!option) return ''
  const before = options.slice(0, options.indexOf(option))
  const twins = before.filter(({ value }) => value === option.value)
  return '0'.repeat(twins.length) + option.value
}
