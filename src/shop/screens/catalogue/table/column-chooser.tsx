import { useState } from 'react'
import { MAX_COLUMNS, type TableSection } from '#shop/search/table/table-sections.ts'
import { PopoverButton } from '#ui/popover-button.tsx'
import { useHydrated } from '#ui/use-hydrated.ts'

type ColumnChooserProps = {
  sections: TableSection[]
  /** The keys of the chosen columns; null until one is chosen. */
  columns: string[] | null
  onChange: (columns: string[]) => void
}

export function ColumnChooser({ sections, columns, onChange }: ColumnChooserProps) {
  const all = sections.flatMap(({ specifications }) => specifications)
  const offered = [...new Map(all.map((specification) => [specification.key, specification])).values()]
  const isHydrated = useHydrated()
  // Until one is chosen, those for which the screen has room.
  const [visible, setVisible] = useState<string[]>([])
  const chosen = columns ?? visible
  // A section without room for another column.
  const isFull = (key: string) =>
    sections.some(({ specifications }) => {
      const keys = specifications.map((specification) => specification.key)
      return keys.includes(key) && keys.filter((key) => chosen.includes(key)).length >= MAX_COLUMNS
    })
  const isAnyFull = offered.some(({ key }) => !chosen.includes(key) && isFull(key))
  if (offered.length === 0) return null
  return (
    <PopoverButton
      text="Columns"
      label="Columns"
      className="column-chooser scripted from-640"
      disabled={!isHydrated}
      onToggle={() => setVisible(visibleColumns())}
    >
      {offered.map(({ key, name }) => {
        const isChosen = chosen.includes(key)
        return (
          <label className="line gap-8 min-h-44" key={key}>
            <input
              type="checkbox"
              checked={isChosen}
              disabled={!isChosen && isFull(key)}
              onChange={() =>
                onChange(isChosen ? chosen.filter((chosenKey) => chosenKey !== key) : [...chosen, key])
              }
            />
            {name}
          </label>
        )
      })}
      {isAnyFull && <p className="field-hint">At most {MAX_COLUMNS} columns.</p>}
    </PopoverButton>
  )
}

function visibleColumns(): string[] {
  const heads = [...document.querySelectorAll<HTMLElement>('th[data-column]')]
  const visible = heads.filter((head) => head.getClientRects().length > 0)
  return [...new Set(visible.map(({ dataset }) => dataset.column ?? ''))]
}
