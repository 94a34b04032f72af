import type { FieldPath, FieldValues } from 'react-hook-form'
import { readWholeNumber } from '#platform/written-number.ts'
import { type FormFieldProps, FormInput } from './form-field.tsx'

/**
 * A field for a whole number, with or without thousands separators. Its value is NaN while it is
 * empty, and the text itself while it is no number.
 */
export function NumberField<Values extends FieldValues, Name extends FieldPath<Values>, Sent>(
  field: FormFieldProps<Values, Name, Sent>,
) {
  return (
    <FormInput {...field} options={{ setValueAs: typedValue }}>
      {/* No number field: it reads 1.000 as 1. */}
      {(input) => <input {...input} inputMode="numeric" autoComplete="off" />}
    </FormInput>
  )
}

function typedValue(typed: unknown): unknown {
  const text = String(typed).trim()
  if (text === '') return Number.NaN
  const whole = readWholeNumber(text)
  if (!Number.isNaN(whole)) return whole
  // Decimals and negative numbers are refused by the form's own rules.
  return /^-?\d+(?:\.\d+)?$/.test(text) ? Number(text) : text
}
