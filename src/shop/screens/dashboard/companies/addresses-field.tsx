import type { PostalAddress } from '#platform/postal-address.ts'
import { Button } from '#ui/button.tsx'
import { InputField } from '#ui/forms/input-field.tsx'

const parts = {
  street: 'Street',
  city: 'City',
  region: 'State or region',
  postcode: 'Postcode',
  country: 'Country',
} as const
const empty: PostalAddress = { street: '', city: '', region: '', postcode: '', country: '' }

type AddressesFieldProps = {
  addresses: PostalAddress[]
  errorOf: (field: string) => string | undefined
  onChange: (addresses: PostalAddress[]) => void
}

/** The addresses of a company, the default one first. */
export function AddressesField({ addresses, errorOf, onChange }: AddressesFieldProps) {
  return (
    <>
      {addresses.map((address, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an address is known by its place alone
        <fieldset key={index}>
          <legend>{index === 0 ? 'Default address' : `Address ${index + 1}`}</legend>
          {Object.entries(parts).map(([part, label]) => (
            <InputField
              key={part}
              label={label}
              value={address[part as keyof PostalAddress]}
              error={errorOf(`addresses.${index}.${part}`)}
              onValue={(text) => onChange(addresses.with(index, { ...address, [part]: text }))}
            />
          ))}
          <div className="price-rows-buttons">
            {index > 0 && (
              <Button
                variant="quiet"
                onClick={() => onChange([address, ...addresses.toSpliced(index, 1)])}
              >
                Make default
              </Button>
            )}
            <Button variant="quiet" onClick={() => onChange(addresses.toSpliced(index, 1))}>
              Remove address
            </Button>
          </div>
        </fieldset>
      ))}
      <div>
        <Button variant="quiet" onClick={() => onChange([...addresses, empty])}>
          Add an address
        </Button>
      </div>
    </>
  )
}
