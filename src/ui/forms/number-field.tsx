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

/** A field for a whole number; its value is NaN while it is empty. */
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
          // Scrolling the page with the wheel must not change the number.
          onWheel={({ currentTarget }) => currentTarget.blur()}
          className="field-input"
        />
      )}
    </Field>
  )
}
