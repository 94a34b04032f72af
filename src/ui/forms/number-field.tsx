import type { FieldPath, FieldValues } from 'react-hook-form'
import { readWholeNumber } from '#platform/written-number.ts'
import { Field, type FieldTexts } from './field.tsx'
import { type FormField, useFieldInput } from './form-field.ts'

type NumberFieldProps<Values extends FieldValues, Name extends FieldPath<Values>, Sent> = FormField<
  Values,
  Name,
  Sent
> &
  FieldTexts

/**
 * A field for a whole number, with or without thousands separators. Its value is NaN while it is
 * empty, and the text itself while it is no number.
 */
export function NumberField<Values extends FieldValues, Name extends FieldPath<Values>, Sent>({
  control,
  name,
  label,
  hint,
}: NumberFieldProps<Values, Name, Sent>) {
  const { error, input } = useFieldInput({ control, name }, { setValueAs: typedValue })
  return (
    <Field label={label} error={error} hint={hint}>
      {(aria) => (
        // No number field: it reads 1.000 as 1.
        <input
          {...input}
          {...aria}
          inputMode="numeric"
          autoComplete="off"
          className="field-input"
        />
      )}
    </Field>
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
