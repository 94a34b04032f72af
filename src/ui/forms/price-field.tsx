import { useState } from 'react'
import { type FieldPathByValue, type FieldValues, useController } from 'react-hook-form'
import { Field } from './field.tsx'
import type { FormFieldProps } from './form-field.tsx'
import { priceText, typedPrice } from './price-text.ts'

/** A field for a price in dollars, entered with a decimal point or comma. */
export function PriceField<
  Values extends FieldValues,
  Name extends FieldPathByValue<Values, number | undefined>,
  Sent,
>({ control, name, label, hint }: FormFieldProps<Values, Name, Sent>) {
  const { field, fieldState } = useController({ control, name })
  const [typed, setTyped] = useState(priceText(field.value))
  // A value set by the form, as after an edit conflict, replaces the typed text.
  const isTyped = Object.is(typedPrice(typed), field.value ?? Number.NaN)
  return (
    <Field label={label} error={fieldState.error?.message} hint={hint}>
      {(aria) => (
        <span className="price-field relative">
          <input
            {...aria}
            ref={field.ref}
            name={field.name}
            className="field-input"
            inputMode="decimal"
            autoComplete="off"
            value={isTyped ? typed : priceText(field.value)}
            onChange={({ currentTarget }) => {
              setTyped(currentTarget.value)
              field.onChange(typedPrice(currentTarget.value))
            }}
            onBlur={() => {
              // Keeps invalid text for correction; validation rejects more than two decimals.
              const price: unknown = field.value
              const hasCents = typeof price === 'number' && Number(price.toFixed(2)) === price
              if (hasCents) setTyped(priceText(field.value))
              field.onBlur()
            }}
          />
        </span>
      )}
    </Field>
  )
}
