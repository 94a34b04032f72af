import type { ChangeEvent, ComponentProps } from 'react'
import type { FieldPath, FieldValues } from 'react-hook-form'
import { type FormFieldProps, FormInput } from './form-field.tsx'

export type TextFieldProps<Values extends FieldValues, Name extends FieldPath<Values>, Sent> = FormFieldProps<
  Values,
  Name,
  Sent
> &
  Omit<ComponentProps<'input'>, 'name' | 'onChange' | 'onBlur' | 'ref' | 'defaultValue'> & {
    onChange?: (event: ChangeEvent<HTMLInputElement>) => void
  }

/** A labelled single-line text field. */
export function TextField<Values extends FieldValues, Name extends FieldPath<Values>, Sent>({
  control,
  name,
  label,
  hint,
  onChange,
  ...props
}: TextFieldProps<Values, Name, Sent>) {
  return (
    <FormInput {...{ control, name, label, hint }} options={onChange && { onChange }}>
      {(input) => <input {...props} {...input} />}
    </FormInput>
  )
}
