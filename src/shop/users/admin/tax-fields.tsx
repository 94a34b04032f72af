import { type Control, useWatch } from 'react-hook-form'
import { type TaxTreatment, taxTreatments } from '#shop/tax/tax.ts'
import { Options } from '#ui/forms/options.tsx'
import { SelectField } from '#ui/forms/select-field.tsx'
import { TextField } from '#ui/forms/text-field.tsx'

const names: Record<TaxTreatment, string> = {
  standard: 'Standard: the shop’s rate',
  exempt: 'Exempt: no tax, with a certificate',
  'reverse-charge': 'Reverse charge: the buyer owes the tax',
}

/** The values of a form about the tax of a buyer or a company. */
export type Taxed = { taxTreatment: { treatment: TaxTreatment; reference: string } }

type TaxFieldsProps<Values extends Taxed> = {
  control: Control<Values>
  label: string
  onTreatment?: (treatment: TaxTreatment) => void
}

/** How a buyer or a company is taxed, and what an exception is based on. */
export function TaxFields<Values extends Taxed>({ label, onTreatment, ...props }: TaxFieldsProps<Values>) {
  // Only the fields of Taxed are used, which every such form has.
  const control = props.control as unknown as Control<Taxed>
  const treatment = useWatch({ control, name: 'taxTreatment.treatment' })
  return (
    <>
      <SelectField
        control={control}
        name="taxTreatment.treatment"
        label={label}
        onChange={({ target }) => onTreatment?.(target.value as TaxTreatment)}
      >
        <Options of={taxTreatments.map((value) => [value, names[value]])} />
      </SelectField>
      {treatment !== 'standard' && (
        <TextField
          control={control}
          name="taxTreatment.reference"
          label={treatment === 'exempt' ? 'Certificate number' : 'Tax ID'}
          hint="Printed on the documents."
          maxLength={40}
          autoComplete="off"
        />
      )}
    </>
  )
}
