import { type ComponentProps, useId } from 'react'

type SelectFieldProps = ComponentProps<'select'> & {
  label: string
  /** What may be chosen; the first choice is none of them. */
  options: readonly string[]
  hint?: string | undefined
}

/** A labelled choice of one out of many, or of none. */
export function SelectField({ label, options, hint, ...select }: SelectFieldProps) {
  const id = useId()
  const noteId = `${id}-note`
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      <select
        {...select}
        id={id}
        className="field-input"
        aria-describedby={hint ? noteId : undefined}
      >
        <option value="">Choose …</option>
        {options.map((option) => (
          <option key={option}>{option}</option>
        ))}
      </select>
      <p id={noteId} className="field-hint">
        {hint}
      </p>
    </div>
  )
}
