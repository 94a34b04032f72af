import { useId } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { type AddressFields, addressText } from '#shop/orders/shipping-address.ts'
import { TextField } from '#ui/forms/text-field.tsx'
import type { PurchaseForm } from './order-forms.ts'

type AddressInputsProps = { form: UseFormReturn<PurchaseForm>; addresses: AddressFields[] }

/** Where the order goes. The address offers those of earlier orders; choosing one fills in all of it. */
export function AddressInputs({ form, addresses }: AddressInputsProps) {
  const { register, setValue, formState } = form
  const { errors } = formState
  const listId = useId()
  const fillIn = (typed: string) => {
    const chosen = addresses.find((address) => addressText(address) === typed)
    if (!chosen) return
    for (const field of ['address', 'city', 'postcode', 'country'] as const) {
      setValue(field, chosen[field], { shouldDirty: true })
    }
  }
  return (
    <>
      <TextField
        label="Address"
        autoComplete="street-address"
        list={listId}
        error={errors.address?.message}
        {...register('address', { onChange: ({ target }) => fillIn(target.value) })}
      />
      <datalist id={listId}>
        {addresses.map((address) => (
          <option key={addressText(address)} value={addressText(address)} />
        ))}
      </datalist>
      <div className="address-place">
        <TextField
          label="City"
          autoComplete="address-level2"
          error={errors.city?.message}
          {...register('city')}
        />
        <TextField
          label="Postcode"
          autoComplete="postal-code"
          error={errors.postcode?.message}
          {...register('postcode')}
        />
        <TextField
          label="Country"
          autoComplete="country-name"
          error={errors.country?.message}
          {...register('country')}
        />
      </div>
    </>
  )
}
