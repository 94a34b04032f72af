import { type Control, useWatch } from 'react-hook-form'
import { regionLabel } from '#platform/postal-address.ts'
import { PrintedTextField } from '#web/printed-text-field.tsx'
import { addressInputs } from './address-inputs.ts'

type Place = { country?: string | undefined; region?: string | undefined }

/**
 * The state, province or county of an address, named as its country does. Absent where it has none, and
 * until the country is known, so that no field comes and goes while a country is typed.
 */
export function RegionField<Values extends Place, Sent>({
  control,
}: {
  control: Control<Values, unknown, Sent>
}) {
  // Only the fields of Place are used, which every such form has.
  const placed = control as unknown as Control<Place>
  const [country = '', region = ''] = useWatch({ control: placed, name: ['country', 'region'] })
  const label = regionLabel(country, region)
  if (label === null) return null
  return <PrintedTextField control={placed} {...addressInputs.region} label={label} />
}
