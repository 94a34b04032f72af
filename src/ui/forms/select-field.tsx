import type { ChangeEvent, ComponentProps, ReactNode } from 'react'
import type { FieldPath, FieldValues } from 'react-hook-form'
import { type FormFieldProps, FormInput } from './form-field.tsx'

type SelectFieldProps<Values extends FieldValues, Name extends FieldPath<Values>, Sent> = FormFieldProps<
  Values,
  Name,
  Sent
> &
  Pick<ComponentProps<'select'>, 'autoComplete'> & {
    onChange?: (event: ChangeEvent<HTMLSelectElement>) => void
    children: ReactNode
  }

/** A labelled drop-down list. */
export function SelectField<Values extends FieldValues, Name extends FieldPath<Values>, Sent>({
  onChange,
  children,
  autoComplete,
  ...field
}: SelectFieldProps<Values, Name, Sent>) {
  return (
    <FormInput {...field} options={onChange && { onChange }}>
      {(input) => (
        <select {...input} autoComplete={autoComplete}>
          {children}
        </select>
      )}
    </FormInput>
  )
}
