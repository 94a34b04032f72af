import type { UseFormReturn } from 'react-hook-form'
import { PrintedTextField } from '#web/printed-text-field.tsx'
import type { BuyerForm } from './order-forms.ts'

type ReferenceFieldsProps<Values extends BuyerForm> = { form: UseFormReturn<Values> }

/** The buyer's own numbers of an order. */
export function ReferenceFields<Values extends BuyerForm>({ form }: ReferenceFieldsProps<Values>) {
  // Only these fields are used, which every such form has.
  const { control } = form as unknown as UseFormReturn<BuyerForm>
  return (
    <PrintedTextField control={control} name="poNumber" label="PO number (optional)" autoComplete="off" />
  )
}
