import { useState } from 'react'
import { type Control, useController } from 'react-hook-form'
import { Field } from '#ui/forms/field.tsx'
import { priceText, readPrice } from './price-text.ts'
import type { ProductValues } from './product-edits.ts'

type PriceFieldProps<Sent> = {
  control: Control<ProductValues, unknown, Sent>
  error: string | undefined
}

/** The price of a product: $7.90, typed with a point or a comma. */
export function PriceField<Sent>({ control, error }: PriceFieldProps<Sent>) {
  const { field } = useController({ control, name: 'perPrice' })
  const [typed, setTyped] = useState(priceText(field.value))
  // A value from elsewhere, as after a conflict, replaces what was typed.
  const isTyped = Object.is(readPrice(typed), field.value ?? Number.NaN)
  return (
    <Field label="Price" error={error}>
      {(aria) => (
        <span className="price-field">
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
              field.onChange(readPrice(currentTarget.value))
            }}
            onBlur={() => {
              // What is no price stays to be corrected; more than two decimals are for the rules.
              const isWhole = Number(field.value?.toFixed(2)) === field.value
              if (isWhole) setTyped(priceText(field.value))
              field.onBlur()
            }}
          />
        </span>
      )}
    </Field>
  )
}
