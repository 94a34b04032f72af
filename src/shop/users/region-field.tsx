import { type Control, useWatch } from 'react-hook-form'
import { regionLabel } from '#platform/postal-address.ts'
import { PrintedTextField } from '#web/printed-text-field.tsx'
import { addressInputs } from './address-inputs.ts'

type Place = { country?: string | undefined; region?: string | undefined }

/** The state, province or county of an address, named as its country does; absent where it has none. */
export function RegionField<Values extends Place, Sent>({
  control,
}: {
  control: Control<Values, unknown, Sent>
}) {
  // Only the fields of Place are used, which every such form has.
  const placed = control as unknown as Control<Place>
  const label = regionLabel(useWatch({ control: placed, name: 'country' }) ?? '')
  if (label === null) return null
  return <PrintedTextField control={placed} {...addressInputs.region} label={label} />
}
