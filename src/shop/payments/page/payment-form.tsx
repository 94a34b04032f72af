import type { ComponentType } from 'react'
import type { Payable } from '#shop/payments/provider/payable.ts'
import type { ProviderForm } from '#shop/payments/provider/provider-form.ts'
import { StripeForm } from '#shop/payments/stripe/stripe-form.tsx'
import { loadStripeScript } from '#shop/payments/stripe/stripe-script.ts'

type Form = {
  Form: ComponentType<{ payable: Payable }>
  /** Loads the provider's script. Rejects while it cannot be loaded. */
  load: (form: ProviderForm) => Promise<unknown>
}

const forms: Record<ProviderForm['provider'], Form> = {
  stripe: { Form: StripeForm, load: loadStripeScript },
}

/** Loads the data for the card form, for the page's loader. */
export async function loadPaymentForm(form: ProviderForm): Promise<void> {
  await forms[form.provider].load(form)
}

/** The card form of the payment's provider. */
export function PaymentForm({ payable }: { payable: Payable }) {
  const { Form } = forms[payable.provider]
  return <Form payable={payable} />
}
