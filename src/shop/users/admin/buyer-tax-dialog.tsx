import { useState } from 'react'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { refusalText } from '#platform/http/api/rest-client.ts'
import { buyerTaxForm } from '#shop/tax/buyer-tax-form.ts'
import type { TaxTreatment } from '#shop/tax/tax.ts'
import { usersApi } from '#shop/users/users-client.ts'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { showToast } from '#ui/toast.ts'
import type { buyerTaxJson } from './buyer-tax.server.ts'
import { type Taxed, TaxFields } from './tax-fields.tsx'

type BuyerTaxDialogProps = {
  user: { name: string; email: string; isEmailVerified: boolean }
  tax: z.infer<typeof buyerTaxJson>
  onClosed: () => void
  onSaved: () => Promise<void>
}

/** Changes how a buyer's next orders are taxed. */
export function BuyerTaxDialog({ user, tax, onClosed, onSaved }: BuyerTaxDialogProps) {
  const { control, getValues, setValue } = useForm<Taxed>({
    defaultValues: { taxTreatment: { ...tax, reference: tax.reference ?? '' } },
  })
  const [error, setError] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const choose = (chosen: TaxTreatment) => {
    const isEmpty = getValues('taxTreatment.reference') === ''
    if (chosen === 'reverse-charge' && isEmpty) setValue('taxTreatment.reference', tax.taxId)
  }
  const save = async () => {
    const { treatment, reference } = getValues('taxTreatment')
    const typed = treatment === 'standard' ? { treatment } : { treatment, reference }
    const parsed = buyerTaxForm.safeParse(typed)
    if (!parsed.success) return setError(parsed.error.issues[0]?.message)
    setBusy(true)
    const param = { email: user.email }
    const sent = usersApi.users.tax[':email'].$put({ param, json: parsed.data })
    const error = await sent.then(() => null, refusalText)
    setBusy(false)
    if (error !== null) return setError(error)
    onClosed()
    await onSaved()
    await showToast('success', 'Tax Updated Successfully')
  }
  return (
    <ConfirmDialog
      title="Tax of this buyer"
      action="Save"
      isHarmless
      busy={isBusy}
      onConfirm={save}
      onCancel={onClosed}
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
        <TaxFields control={control} label="Treatment" onTreatment={choose} />
        <p className="form-error callout" role="alert">
          {error}
        </p>
      </div>
    </ConfirmDialog>
  )
}
