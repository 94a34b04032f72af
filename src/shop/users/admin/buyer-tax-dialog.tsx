import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { usersApi } from '#shop/users/users-client.ts'
import { SendDialog } from '#web/send-dialog.tsx'
import type { buyerTaxJson } from './buyer-tax.server.ts'
import { type Taxed, TaxFields, taxOf } from './tax-fields.tsx'

type BuyerTaxDialogProps = {
  user: { name: string; email: string; isEmailVerified: boolean }
  tax: z.infer<typeof buyerTaxJson>
  onClosed: () => void
}

/** Changes how a buyer's next orders are taxed. */
export function BuyerTaxDialog({ user, tax, onClosed }: BuyerTaxDialogProps) {
  const { control, getValues, setValue } = useForm<Taxed>({
    defaultValues: { taxTreatment: { ...tax, reference: tax.reference ?? '' } },
  })
  return (
    <SendDialog
      title="Tax of this buyer"
      action="Save"
      isHarmless
      send={() => {
        const json = taxOf(getValues('taxTreatment'))
        return usersApi.users.tax[':email'].$put({ param: { email: user.email }, json })
      }}
      message="Tax Updated Successfully"
      onClosed={onClosed}
    >
      <p>
        For the next orders of <strong>{user.name}</strong> ({user.email}). Orders that are placed
        keep theirs.
      </p>
      {!user.isEmailVerified && (
        <p>
          This user hasn’t confirmed the address, so it may not be theirs. The treatment stays
          standard until then.
        </p>
      )}
      <div className="stack mt-16">
        <TaxFields
          control={control}
          label="Treatment"
          onTreatment={(chosen) => {
            const isEmpty = getValues('taxTreatment.reference') === ''
            if (chosen === 'reverse-charge' && isEmpty)
              setValue('taxTreatment.reference', tax.taxId)
          }}
        />
      </div>
    </SendDialog>
  )
}
