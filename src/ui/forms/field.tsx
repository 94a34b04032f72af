import { type ReactNode, useId } from 'react'

export type FieldTexts = { label: string; hint?: ReactNode }

export type InputAria = {
  id: string
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
}

type FieldProps = FieldTexts & {
  /** The error message, shown below the field and announced to screen readers. */
  error?: string | undefined
  children: (aria: InputAria) => ReactNode
}

/** Wraps an input with its label and its error message or hint. */
export function Field({ label, error, hint, children }: FieldProps) {
  const id = useId()
  const noteId = `${id}-note`
  const note = error ?? hint
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      {children({
        id,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': note ? noteId : undefined,
      })}
      <p id={noteId} className={error ? 'field-error' : 'field-hint'} aria-live="polite">
        {note}
      </p>
    </div>
  )
}
