import { useEffect, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { type AddressFields, addressFields, addressText } from '#shop/orders/shipping-address.ts'
import { addressInputs } from '#shop/users/address-inputs.ts'
import { RegionField } from '#shop/users/region-field.tsx'
import { ChoiceField } from '#ui/forms/input-field.tsx'
import { PrintedTextField } from '#web/printed-text-field.tsx'

type ShipToProps<Values extends AddressFields> = {
  form: UseFormReturn<Values>
  addresses: AddressFields[]
  name: string
}

/** Where an order goes: a known address in one line or a choice, with a button for the fields; else these. */
export function ShipTo<Values extends AddressFields>({ form, addresses, name }: ShipToProps<Values>) {
  // Only the address fields are used, which every such form has.
  const fields = form as unknown as UseFormReturn<AddressFields>
  const { watch, getValues, setValue, formState, setFocus } = fields
  const [isOpen, setOpen] = useState(() => getValues('address') === '')
  const [wasOpened, setOpened] = useState(false)
  const text = addressText(watch())
  const isFaulty = addressFields.some((part) => formState.errors[part] !== undefined)
  // For good, so that the fields stay while their errors are corrected.
  if (isFaulty && !isOpen) setOpen(true)
  useEffect(() => {
    if (wasOpened) setFocus('address')
  }, [wasOpened, setFocus])
  const open = () => {
    setOpen(true)
    setOpened(true)
  }
  const known = addresses.map((address) => [addressText(address), address] as const)
  const choose = (chosen: string) => {
    const [, address] = known.find(([text]) => text === chosen) ?? []
    if (!address) return open()
    for (const part of addressFields) setValue(part, address[part], { shouldDirty: true })
  }
  const choice = known.length > 1 && (
    <ChoiceField
      label="Ship to"
      hint={name}
      value={known.some(([known]) => known === text) ? text : ''}
      options={[...known.map(([text]) => [text, text] as const), ['', 'Another address …']]}
      onValue={choose}
    />
  )
  if (isOpen) {
    return (
      <>
        {choice}
        <ShippingAddressFields form={form} />
      </>
    )
  }
  return (
    <>
      {choice}
      <div className="items-baseline flex gap-12 justify-between">
        {!choice && (
          <p className="break-anywhere">
            <span className="soft">Ship to</span> {name}, {text}
          </p>
        )}
        <button type="button" className="text-link shrink-0" onClick={open}>
          Change
        </button>
      </div>
    </>
  )
}

function ShippingAddressFields<Values extends AddressFields>({ form }: { form: UseFormReturn<Values> }) {
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
