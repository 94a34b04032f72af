import type { ComponentProps } from 'react'
import { Field, type FieldTexts } from './field.tsx'

type TextAreaFieldProps = ComponentProps<'textarea'> & FieldTexts

/** A labelled text of several lines that owns its error and its aria. */
export function TextAreaField({ label, error, hint, ...textarea }: TextAreaFieldProps) {
  return (
    <Field label={label} error={error} hint={hint}>
      {(aria) => <textarea rows={5} {...textarea} {...aria} className="field-input" />}
    </Field>
  )
}
