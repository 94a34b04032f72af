import type { ComponentProps } from 'react'
import type { FieldPath, FieldValues } from 'react-hook-form'
import { type FormFieldProps, FormInput } from './form-field.tsx'

type SelectFieldProps<
  Values extends FieldValues,
  Name extends FieldPath<Values>,
  Sent,
> = FormFieldProps<Values, Name, Sent> &
  Pick<ComponentProps<'select'>, 'autoComplete'> & {
    /** The options; an empty one is added at the start. */
    options: readonly string[]
  }

/** A labelled drop-down list with an empty choice. */
export function SelectField<Values extends FieldValues, Name extends FieldPath<Values>, Sent>({
  options,
  autoComplete,
  ...field
}: SelectFieldProps<Values, Name, Sent>) {
  return (
    <FormInput {...field}>
      {(input) => (
        <select {...input} autoComplete={autoComplete}>
          <option value="">Choose …</option>
          {options.map((option) => (
            <option key={option}>{option}</option>
          ))}
        </select>
      )}
    </FormInput>
  )
}
