import { type ComponentProps, useId } from 'react'

type TextFieldProps = ComponentProps<'input'> & {
  label: string
  /** What is wrong with the value; said beside the field and to screen readers. */
  error?: string | undefined
  hint?: string | undefined
}

/** A labelled line of input that owns its error and its aria. */
export function TextField({ label, error, hint, className = '', ...input }: TextFieldProps) {
  const id = useId()
  const noteId = `${id}-note`
  const note = error ?? hint
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      <input
        {...input}
        id={id}
        className={`field-input ${className}`}
        aria-invalid={error ? true : undefined}
        aria-describedby={note ? noteId : undefined}
      />
      <p id={noteId} className={error ? 'field-error' : 'field-hint'} aria-live="polite">
        {note}
      </p>
    </div>
  )
}
