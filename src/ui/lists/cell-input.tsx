import type { KeyboardEvent } from 'react'

type CellInputProps = {
  id?: string
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
  isReadOnly: boolean
  inputMode: 'decimal' | 'numeric' | 'text'
  className?: string
  onType: (text: string) => void
  onSave: () => void
  /** Called when it is left. */
  onLeave: (text: string) => void
}

/**
 * A value of a row that can be typed over: Enter and the arrows go to the next row with such a cell, Ctrl and Enter
 * save all, Escape takes the change back.
 */
export function CellInput(props: CellInputProps) {
  const { id, name, label, value, stored, isChanged, isInvalid, errorId } = props
  const { isReadOnly, inputMode, className = '', onType, onSave, onLeave } = props
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
      id={id}
      name={name}
      className={`cell-input rounded ${className}`}
      aria-label={label}
      aria-describedby={errorId}
      aria-invalid={isInvalid || undefined}
      data-changed={isChanged || undefined}
      inputMode={inputMode}
      autoComplete="off"
      value={value}
      onFocus={({ currentTarget }) => currentTarget.select()}
      onChange={({ currentTarget }) => onType(currentTarget.value)}
      onKeyDown={press}
      readOnly={isReadOnly}
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
