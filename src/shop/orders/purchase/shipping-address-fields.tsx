import { useId } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { type AddressFields, addressFields, addressText } from '#shop/orders/shipping-address.ts'
import { addressInputs } from '#shop/users/address-inputs.ts'
import { RegionField } from '#shop/users/region-field.tsx'
import { PrintedTextField } from '#web/printed-text-field.tsx'

type ShippingAddressFieldsProps<Values extends AddressFields> = {
  form: UseFormReturn<Values>
  addresses: AddressFields[]
}

/**
 * The shipping address fields. The address field suggests those of earlier orders; choosing one
 * fills in all fields.
 */
export function ShippingAddressFields<Values extends AddressFields>({
  form,
  addresses,
}: ShippingAddressFieldsProps<Values>) {
  // Only the address fields are used, which every such form has.
  const { control, setValue } = form as unknown as UseFormReturn<AddressFields>
  const listId = useId()
  const fillIn = (typed: string) => {
    const chosen = addresses.find((address) => addressText(address) === typed)
    if (!chosen) return
    for (const field of addressFields) {
      setValue(field, chosen[field], { shouldDirty: true })
    }
  }
  return (
    <>
      <PrintedTextField
        control={control}
        {...addressInputs.address}
        list={listId}
        onChange={({ target }) => fillIn(target.value)}
      />
      <datalist id={listId}>
        {addresses.map((address) => (
          <option key={addressText(address)} value={addressText(address)} />
        ))}
      </datalist>
      <div className="address-place">
        <PrintedTextField control={control} {...addressInputs.country} />
        <PrintedTextField control={control} {...addressInputs.city} />
        <RegionField control={control} />
        <PrintedTextField control={control} {...addressInputs.postcode} />
      </div>
    </>
  )
}
