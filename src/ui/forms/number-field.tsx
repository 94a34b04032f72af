import type { ComponentProps } from 'react'
import type { FieldPath, FieldValues } from 'react-hook-form'
import { Field, type FieldTexts } from './field.tsx'
import { type FormField, useFieldInput } from './form-field.ts'

type NumberFieldProps<Values extends FieldValues, Name extends FieldPath<Values>, Sent> = FormField<
  Values,
  Name,
  Sent
> &
  FieldTexts &
  Pick<ComponentProps<'input'>, 'min'>

/** A whole number of a form; NaN while the field is empty. */
export function NumberField<Values extends FieldValues, Name extends FieldPath<Values>, Sent>({
  control,
  name,
  label,
  hint,
  min,
}: NumberFieldProps<Values, Name, Sent>) {
  const { error, input } = useFieldInput({ control, name }, { valueAsNumber: true })
  return (
    <Field label={label} error={error} hint={hint}>
      {(aria) => (
        <input
          {...input}
          {...aria}
          type="number"
          inputMode="numeric"
          min={min}
          // A wheel that scrolls the page must not turn a number on its way.
          onWheel={({ currentTarget }) => currentTarget.blur()}
          className="field-input"
        />
      )}
    </Field>
  )
}
