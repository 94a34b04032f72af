import type { ComponentProps, KeyboardEvent } from 'react'

type CellInputProps = Omit<ComponentProps<'input'>, 'value' | 'onChange'> & {
  /** The same for the cells of a column. */
  name: string
  label: string
  value: string
  /** What Escape brings back. */
  stored: string
  isChanged: boolean
  isInvalid: boolean
  /** The id of what is wrong with it or with its row, if anything is. */
  errorId: string | undefined
  onType: (text: string) => void
  onSave: () => void
  /** Called with its text when it is left. */
  onLeave: (text: string) => void
}

/**
 * A value of a row that can be typed over: Enter and the arrows go to the next row with such a cell, Ctrl and Enter
 * save all, Escape takes the change back.
 */
export function CellInput(props: CellInputProps) {
  const { label, stored, isChanged, isInvalid, errorId, className = '', ...others } = props
  const { onType, onSave, onLeave, ...input } = others
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    const { key, ctrlKey, metaKey, currentTarget: input } = event
    if (key === 'Escape') onType(stored)
    else if (key === 'Enter' && (ctrlKey || metaKey)) onSave()
    else if (key === 'ArrowUp' || key === 'ArrowDown' || key === 'Enter') {
      event.preventDefault()
      const next = cellBeside(input, key === 'ArrowUp')
      if (next) next.focus()
      else if (key === 'Enter') input.blur()
    }
  }
  return (
    <input
      autoComplete="off"
      {...input}
      className={`cell-input rounded ${className}`}
      aria-label={label}
      aria-describedby={errorId}
      aria-invalid={isInvalid || undefined}
      data-changed={isChanged || undefined}
      onFocus={({ currentTarget }) => currentTarget.select()}
      onChange={({ currentTarget }) => onType(currentTarget.value)}
      onKeyDown={press}
      onBlur={({ currentTarget }) => onLeave(currentTarget.value)}
    />
  )
}

/** The cell of the same column in the nearest row above or below that has one. */
function cellBeside(input: HTMLInputElement, isAbove: boolean): HTMLInputElement | null {
  let row = input.closest('tr')
  while (row) {
    row = (isAbove ? row.previousElementSibling : row.nextElementSibling) as typeof row
    const cell = row?.querySelector<HTMLInputElement>(`input[name="${input.name}"]`)
    if (cell) return cell
  }
  return null
}
