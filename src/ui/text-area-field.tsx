import { type ComponentProps, useId } from 'react'

type TextAreaFieldProps = ComponentProps<'textarea'> & {
  label: string
  /** What is wrong with the value; said beside the field and to screen readers. */
  error?: string | undefined
  hint?: string | undefined
}

/** A labelled text of several lines that owns its error and its aria. */
export function TextAreaField({ label, error, hint, ...textarea }: TextAreaFieldProps) {
  const id = useId()
  const noteId = `${id}-note`
  const note = error ?? hint
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      <textarea
        rows={5}
        {...textarea}
        id={id}
        className="field-input"
        aria-invalid={error ? true : undefined}
        aria-describedby={note ? noteId : undefined}
      />
      <p id={noteId} className={error ? 'field-error' : 'field-hint'} aria-live="polite">
        {note}
      </p>
    </div>
  )
}
