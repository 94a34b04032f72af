import type { FieldPath, FieldValues } from 'react-hook-form'
import { Field, type FieldTexts } from './field.tsx'
import { type FormField, useFieldInput } from './form-field.ts'

type TextAreaFieldProps<
  Values extends FieldValues,
  Name extends FieldPath<Values>,
  Sent,
> = FormField<Values, Name, Sent> & FieldTexts & { rows?: number }

/** A labelled multi-line text field. */
export function TextAreaField<Values extends FieldValues, Name extends FieldPath<Values>, Sent>({
  control,
  name,
  label,
  hint,
  rows = 5,
}: TextAreaFieldProps<Values, Name, Sent>) {
  const { error, input } = useFieldInput({ control, name })
  return (
    <Field label={label} error={error} hint={hint}>
      {(aria) => <textarea rows={rows} {...input} {...aria} className="field-input" />}
    </Field>
  )
}
