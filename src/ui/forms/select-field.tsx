import type { ComponentProps } from 'react'
import type { FieldPath, FieldValues } from 'react-hook-form'
import { Field, type FieldTexts } from './field.tsx'
import { type FormField, useFieldInput } from './form-field.ts'

type SelectFieldProps<Values extends FieldValues, Name extends FieldPath<Values>, Sent> = FormField<
  Values,
  Name,
  Sent
> &
  FieldTexts &
  Pick<ComponentProps<'select'>, 'autoComplete'> & {
    /** What may be chosen; the first choice is none of them. */
    options: readonly string[]
  }

/** A labelled choice of one out of many, or of none. */
export function SelectField<Values extends FieldValues, Name extends FieldPath<Values>, Sent>({
  control,
  name,
  label,
  hint,
  options,
  autoComplete,
}: SelectFieldProps<Values, Name, Sent>) {
  const { error, input } = useFieldInput({ control, name })
  return (
    <Field label={label} error={error} hint={hint}>
      {(aria) => (
        <select {...input} {...aria} autoComplete={autoComplete} className="field-input">
          <option value="">Choose …</option>
          {options.map((option) => (
            <option key={option}>{option}</option>
          ))}
        </select>
      )}
    </Field>
  )
}
