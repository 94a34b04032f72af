import { type ReactNode, useState } from 'react'
import { Button } from '#ui/button.tsx'

const none: ReadonlySet<string> = new Set()

/**
 * The selection among the rows of a page; rows that leave the page are no longer selected. Another
 * `list`, such as the path of another page, begins without one.
 */
export function useSelection(rows: string[], list = '') {
  const [selected, setSelected] = useState({ list, ids: none })
  const chosen = selected.list === list ? selected.ids : none
  const select = (ids: Iterable<string>) => setSelected({ list, ids: new Set(ids) })
  const ids = rows.filter((id) => chosen.has(id))
  const isAll = rows.length > 0 && ids.length === rows.length
  return {
    ids,
    isAll,
    has: (id: string) => chosen.has(id),
    toggle: (id: string) => {
      const others = new Set(chosen)
      if (!others.delete(id)) others.add(id)
      select(others)
    },
    select,
    toggleAll: () => select(isAll ? none : rows),
    clear: () => select(none),
  }
}

export type Selection = ReturnType<typeof useSelection>

type SelectAllProps = { selection: Pick<Selection, 'isAll' | 'toggleAll'> }

/** Selects all rows of the page or none. */
export function SelectAll({ selection }: SelectAllProps) {
  return (
    <label className="select-all inline-flex shrink-0 items-center text-14 gap-8">
      <input
        type="checkbox"
        aria-label="Select all on this page"
        checked={selection.isAll}
        onChange={selection.toggleAll}
      />
      <span>Select all</span>
    </label>
  )
}

type SelectedProps = {
  /** The name of the part: "Selected orders". */
  label: string
  text: string
  onClear: () => void
  children: ReactNode
}

/** What can be done with the selected rows. */
export function Selected({ label, text, onClear, children }: SelectedProps) {
  return (
    <section className="list-selection flex grow items-center min-w-0 text-14 unbroken" aria-label={label}>
      <p role="status">{text}</p>
      {children}
      <Button variant="quiet" onClick={onClear}>
        Clear selection
      </Button>
    </section>
  )
}
