import { type TaxTreatment, taxTreatments } from '#shop/tax/tax.ts'
import { ChoiceField, InputField } from '#ui/forms/input-field.tsx'

const names: Record<TaxTreatment, string> = {
  standard: 'Standard: the shop’s rate',
  exempt: 'Exempt: no tax, with a certificate',
  'reverse-charge': 'Reverse charge: the buyer owes the tax',
}

type TaxFieldsProps = {
  label: string
  treatment: TaxTreatment
  reference: string
  /** What is wrong with the reference. */
  error?: string | undefined
  onTreatment: (treatment: TaxTreatment) => void
  onReference: (reference: string) => void
}

/** How a buyer or a company is taxed, and what an exception is based on. */
export function TaxFields({
  label,
  treatment,
  reference,
  error,
  onTreatment,
  onReference,
}: TaxFieldsProps) {
  return (
    <>
      <ChoiceField
        label={label}
        value={treatment}
        options={taxTreatments.map((value) => [value, names[value]])}
        onValue={(value) => onTreatment(value as TaxTreatment)}
      />
      {treatment !== 'standard' && (
        <InputField
          label={treatment === 'exempt' ? 'Certificate number' : 'Tax ID'}
          hint="Printed on the documents."
          value={reference}
          maxLength={40}
          error={error}
          onValue={onReference}
        />
      )}
    </>
  )
}
