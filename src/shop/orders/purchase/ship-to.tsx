import { useEffect, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { type AddressFields, addressFields, addressText } from '#shop/orders/shipping-address.ts'
import { ShippingAddressFields } from './shipping-address-fields.tsx'

type ShipToProps<Values extends AddressFields> = {
  form: UseFormReturn<Values>
  addresses: AddressFields[]
  /** The recipient. */
  name: string
}

/**
 * Where an order goes: a known address as one line with a button that opens its fields; without one,
 * the fields.
 */
export function ShipTo<Values extends AddressFields>({
  form,
  addresses,
  name,
}: ShipToProps<Values>) {
  // Only the address fields are used, which every such form has.
  const { watch, getValues, formState, setFocus } = form as unknown as UseFormReturn<AddressFields>
  const [isOpen, setOpen] = useState(() => getValues('address') === '')
  const [wasOpened, setOpened] = useState(false)
  const text = addressText(watch())
  const isFaulty = addressFields.some((part) => formState.errors[part] !== undefined)
  // For good, so that the fields stay while their errors are corrected.
  if (isFaulty && !isOpen) setOpen(true)
  useEffect(() => {
    if (wasOpened) setFocus('address')
  }, [wasOpened, setFocus])
  if (isOpen) {
    return <ShippingAddressFields form={form} addresses={addresses} />
  }
  const open = () => {
    setOpen(true)
    setOpened(true)
  }
  return (
    <div className="ship-to">
      <p>
        <span>Ship to</span> {name}, {text}
      </p>
      <button type="button" className="text-link" onClick={open}>
        Change
      </button>
    </div>
  )
}
