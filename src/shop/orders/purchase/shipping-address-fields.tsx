import type { UseFormReturn } from 'react-hook-form'
import type { AddressFields } from '#shop/orders/shipping-address.ts'
import { addressInputs } from '#shop/users/address-inputs.ts'
import { RegionField } from '#shop/users/region-field.tsx'
import { PrintedTextField } from '#web/printed-text-field.tsx'

/** The shipping address fields. */
export function ShippingAddressFields<Values extends AddressFields>({
  form,
}: {
  form: UseFormReturn<Values>
}) {
  // Only the address fields are used, which every such form has.
  const { control } = form as unknown as UseFormReturn<AddressFields>
  return (
    <>
      <PrintedTextField control={control} {...addressInputs.address} />
      <div className="address-place grid gap-8 items-start">
        <PrintedTextField control={control} {...addressInputs.country} />
        <PrintedTextField control={control} {...addressInputs.city} />
        <RegionField control={control} />
        <PrintedTextField control={control} {...addressInputs.postcode} />
      </div>
    </>
  )
}
