import type { ComponentProps } from 'react'
import { Field, type FieldTexts } from './field.tsx'

type TextFieldProps = ComponentProps<'input'> & FieldTexts

/** A labelled line of input that owns its error and its aria. */
export function TextField({ label, error, hint, className = '', ...input }: TextFieldProps) {
  return (
    <Field label={label} error={error} hint={hint}>
      {(aria) => (
        <input
          // A wheel that scrolls the page must not turn a number on its way.
          onWheel={({ currentTarget }) => currentTarget.type === 'number' && currentTarget.blur()}
          {...input}
          {...aria}
          className={`field-input ${className}`}
        />
      )}
    </Field>
  )
}
