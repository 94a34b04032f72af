import type { ComponentType } from 'react'
import type { CardFormProps } from '#shop/payments/provider/card.ts'
import type { ProviderForm } from '#shop/payments/provider/provider-form.ts'
import { StripeCard } from '#shop/payments/stripe/stripe-card.tsx'
import { loadStripeScript } from '#shop/payments/stripe/stripe-script.ts'

type ProviderCard = {
  Card: ComponentType<CardFormProps>
  /** Loads the provider's script. Rejects while it cannot be loaded. */
  load: (form: ProviderForm) => Promise<unknown>
}

const cards: Record<ProviderForm['provider'], ProviderCard> = {
  stripe: { Card: StripeCard, load: loadStripeScript },
}

/** Loads the script of the card fields, before they are shown. */
export async function loadCardForm(form: ProviderForm): Promise<void> {
  await cards[form.provider].load(form)
}

export function CardForm({ form, children }: CardFormProps) {
  const { Card } = cards[form.provider]
  return <Card form={form}>{children}</Card>
}
