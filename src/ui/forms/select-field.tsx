import type { ComponentProps } from 'react'
import { Field, type FieldTexts } from './field.tsx'

type SelectFieldProps = ComponentProps<'select'> &
  FieldTexts & {
    /** What may be chosen; the first choice is none of them. */
    options: readonly string[]
  }

/** A labelled choice of one out of many, or of none. */
export function SelectField({ label, error, hint, options, ...select }: SelectFieldProps) {
  return (
    <Field label={label} error={error} hint={hint}>
      {(aria) => (
        <select {...select} {...aria} className="field-input">
          <option value="">Choose …</option>
          {options.map((option) => (
            <option key={option}>{option}</option>
          ))}
        </select>
      )}
    </Field>
  )
}
