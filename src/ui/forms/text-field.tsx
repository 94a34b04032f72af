import type { ChangeEvent, ComponentProps } from 'react'
import type { FieldPath, FieldValues } from 'react-hook-form'
import { Field, type FieldTexts } from './field.tsx'
import { type FormField, useFieldInput } from './form-field.ts'

export type TextFieldProps<
  Values extends FieldValues,
  Name extends FieldPath<Values>,
  Sent,
> = FormField<Values, Name, Sent> &
  FieldTexts &
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
  const { error, input } = useFieldInput({ control, name }, onChange && { onChange })
  return (
    <Field label={label} error={error} hint={hint}>
      {(aria) => <input {...props} {...input} {...aria} className="field-input" />}
    </Field>
  )
}
