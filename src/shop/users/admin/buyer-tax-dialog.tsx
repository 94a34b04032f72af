import { useState } from 'react'
import type { z } from 'zod'
import { answerOf, refusalText } from '#platform/http/api/rest-client.ts'
import { buyerTaxForm } from '#shop/tax/buyer-tax-form.ts'
import type { TaxTreatment } from '#shop/tax/tax.ts'
import { usersApi } from '#shop/users/users-client.ts'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { Field } from '#ui/forms/field.tsx'
import { showToast } from '#ui/toast.ts'
import type { buyerTaxJson } from './buyer-tax.server.ts'

const treatmentNames: Record<TaxTreatment, string> = {
  standard: 'Standard: the shop’s rate',
  exempt: 'Exempt: no tax, with a certificate',
  'reverse-charge': 'Reverse charge: the buyer owes the tax',
}

type BuyerTaxDialogProps = {
  user: { name: string; email: string; isEmailVerified: boolean }
  tax: z.infer<typeof buyerTaxJson>
  onClosed: () => void
  onSaved: () => Promise<void>
}

/** Changes how a buyer's next orders are taxed. */
export function BuyerTaxDialog({ user, tax, onClosed, onSaved }: BuyerTaxDialogProps) {
  const [treatment, setTreatment] = useState(tax.treatment)
  const [reference, setReference] = useState(tax.reference ?? '')
  const [error, setError] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const choose = (chosen: TaxTreatment) => {
    setTreatment(chosen)
    if (chosen === 'reverse-charge' && reference === '') setReference(tax.taxId)
  }
  const save = async () => {
    const typed = treatment === 'standard' ? { treatment } : { treatment, reference }
    const parsed = buyerTaxForm.safeParse(typed)
    if (!parsed.success) return setError(parsed.error.issues[0]?.message)
    setBusy(true)
    const param = { email: user.email }
    const sent = usersApi.users.tax[':email'].$put({ param, json: parsed.data })
    const error = await answerOf(sent).then(() => null, refusalText)
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
          This user has not confirmed the e-mail yet. Somebody else may have registered with it, so
          the treatment stays standard until then.
        </p>
      )}
      <div className="buyer-tax">
        <Field label="Treatment">
          {(aria) => (
            <select
              {...aria}
              className="field-input"
              value={treatment}
              onChange={({ currentTarget }) => choose(currentTarget.value as TaxTreatment)}
            >
              {Object.entries(treatmentNames).map(([value, name]) => (
                <option key={value} value={value}>
                  {name}
                </option>
              ))}
            </select>
          )}
        </Field>
        {treatment !== 'standard' && (
          <Field
            label={treatment === 'exempt' ? 'Certificate number' : 'Tax ID'}
            hint="Printed on the documents."
          >
            {(aria) => (
              <input
                {...aria}
                className="field-input"
                value={reference}
                maxLength={40}
                onChange={({ currentTarget }) => setReference(currentTarget.value)}
              />
            )}
          </Field>
        )}
        <p className="form-error" role="alert">
          {error}
        </p>
      </div>
    </ConfirmDialog>
  )
}
