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
    /** The options; an empty one is added at the start. */
    options: readonly string[]
  }

/** A labelled drop-down list with an empty choice. */
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
