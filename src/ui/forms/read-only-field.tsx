import { Field } from './field.tsx'

type ReadOnlyFieldProps = { label: string; type: 'text' | 'email'; value: string }

/** Shows a value that the form does not submit. */
export function ReadOnlyField({ label, type, value }: ReadOnlyFieldProps) {
  return (
    <Field label={label}>
      {(aria) => <input {...aria} type={type} readOnly value={value} className="field-input" />}
    </Field>
  )
}
