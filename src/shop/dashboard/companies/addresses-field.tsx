import { type Control, useFieldArray } from 'react-hook-form'
import type { PostalAddress } from '#platform/postal-address.ts'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/forms/text-field.tsx'

const parts = [
  ['street', 'Street'],
  ['city', 'City'],
  ['region', 'State or region'],
  ['postcode', 'Postcode'],
  ['country', 'Country'],
] as const
const empty: PostalAddress = { street: '', city: '', region: '', postcode: '', country: '' }

type Addressed = { addresses: PostalAddress[] }

/** The addresses of a company, the default one first. */
export function AddressesField<Values extends Addressed>(props: { control: Control<Values> }) {
  // Only the addresses are used, which every such form has.
  const control = props.control as unknown as Control<Addressed>
  const { fields, append, move, remove } = useFieldArray({ control, name: 'addresses' })
  return (
    <>
      {fields.map(({ id }, index) => (
        <fieldset key={id}>
          <legend>{index === 0 ? 'Default address' : `Address ${index + 1}`}</legend>
          {parts.map(([part, label]) => (
            <TextField
              key={part}
              control={control}
              name={`addresses.${index}.${part}`}
              label={label}
              autoComplete="off"
            />
          ))}
          <div className="buttons gap-12 mt-12">
            {index > 0 && (
              <Button variant="quiet" onClick={() => move(index, 0)}>
                Make default
              </Button>
            )}
            <Button variant="quiet" onClick={() => remove(index)}>
              Remove address
            </Button>
          </div>
        </fieldset>
      ))}
      <div>
        <Button variant="quiet" onClick={() => append(empty)}>
          Add an address
        </Button>
      </div>
    </>
  )
}
