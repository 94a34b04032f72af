import type { FieldPath, FieldValues } from 'react-hook-form'
import { type FormFieldProps, FormInput } from './form-field.tsx'

/** A labelled multi-line text field. */
export function TextAreaField<Values extends FieldValues, Name extends FieldPath<Values>, Sent>({
  rows = 5,
  ...field
}: FormFieldProps<Values, Name, Sent> & { rows?: number }) {
  return <FormInput {...field}>{(input) => <textarea rows={rows} {...input} />}</FormInput>
}
