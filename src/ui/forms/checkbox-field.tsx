import { type FieldPathByValue, type FieldValues, useController } from 'react-hook-form'
import type { FormFieldProps } from './form-field.tsx'

export function CheckboxField<
  Values extends FieldValues,
  Name extends FieldPathByValue<Values, boolean>,
  Sent,
>({ control, name, label }: FormFieldProps<Values, Name, Sent>) {
  const { field } = useController({ control, name })
  const { value, ...input } = field
  return (
    <label>
      <input type="checkbox" checked={value} {...input} /> {label}
    </label>
  )
}
