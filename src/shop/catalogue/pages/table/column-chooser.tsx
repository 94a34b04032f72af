import { type FocusEvent, type KeyboardEvent, useRef, useState } from 'react'
import { buttonVariant } from '#ui/button.tsx'
import { useHydrated } from '#ui/use-hydrated.ts'
import { MAX_COLUMNS, type TableSection } from './table-sections.ts'

type ColumnChooserProps = {
  sections: TableSection[]
  /** The keys of the chosen columns; null until one is chosen. */
  columns: string[] | null
  onChange: (columns: string[]) => void
}

/** Chooses which specifications a table shows. */
export function ColumnChooser({ sections, columns, onChange }: ColumnChooserProps) {
  const details = useRef<HTMLDetailsElement>(null)
  const isHydrated = useHydrated()
  const all = sections.flatMap(({ specifications }) => specifications)
  const offered = [...new Map(all.map((one) => [one.key, one])).values()]
  // Until one is chosen, those for which the screen has room.
  const [visible, setVisible] = useState<string[]>([])
  const chosen = columns ?? visible
  // A section without room for another column.
  const isFull = (key: string) =>
    sections.some(({ specifications }) => {
      const keys = specifications.map((one) => one.key)
      return keys.includes(key) && keys.filter((one) => chosen.includes(one)).length >= MAX_COLUMNS
    })
  const close = () => {
    if (details.current) details.current.open = false
  }
  const closeOnEscape = ({ key }: KeyboardEvent) => {
    if (key !== 'Escape') return
    close()
    details.current?.querySelector('summary')?.focus()
  }
  const closeOutside = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (relatedTarget && !currentTarget.contains(relatedTarget)) close()
  }
  if (offered.length === 0) return null
  return (
    <details
      ref={details}
      className="column-chooser"
      onKeyDown={closeOnEscape}
      onBlur={closeOutside}
      onToggle={() => setVisible(visibleColumns())}
    >
      <summary className={buttonVariant.quiet}>Columns</summary>
      {isHydrated && (
        <fieldset>
          <legend className="visually-hidden">Columns</legend>
          {offered.map(({ key, name }) => {
            const isChosen = chosen.includes(key)
            return (
              <label key={key}>
                <input
                  type="checkbox"
                  checked={isChosen}
                  disabled={!isChosen && isFull(key)}
                  onChange={() =>
                    onChange(isChosen ? chosen.filter((one) => one !== key) : [...chosen, key])
                  }
                />
                {name}
              </label>
            )
          })}
        </fieldset>
      )}
    </details>
  )
}

function visibleColumns(): string[] {
  const heads = [...document.querySelectorAll<HTMLElement>('th[data-column]')]
  const visible = heads.filter((head) => head.getClientRects().length > 0)
  return [...new Set(visible.map(({ dataset }) => dataset.column ?? ''))]
}
