import { z } from 'zod'

/** The settings of the card providers. A live shop has all of one provider, a demo all or none. */
export const cardProviderSettings = {
  STRIPE_SECRET_KEY: z
    .string()
    .startsWith('sk_test_', 'must be a test key, sk_test_…')
    .optional()
    .meta({ description: 'secret key of Stripe, test mode only', unset: 'card simulator' }),
  STRIPE_PUBLISHABLE_KEY: z
    .string()
    .startsWith('pk_test_', 'must be a test key, pk_test_…')
    .optional()
    .meta({ description: 'publishable key of Stripe, test mode only', unset: 'card simulator' }),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .trim()
    .min(1, 'is blank: set a value or unset it')
    .optional()
    .meta({ description: 'signing secret of the webhook at Stripe', unset: 'card simulator' }),
}

export const cardProviderNames = Object.keys(cardProviderSettings)

/** Further requirements of a live shop. */
export const liveCardProviderRules = [
  {
    name: 'STRIPE_WEBHOOK_SECRET',
    isValid: (secret: string) => /^whsec_[\w+/=-]{24,}$/.test(secret) && entropyOf(secret.slice(6)) > 60,
    remedy:
      'is not a Stripe signing secret: copy the one that begins with whsec_ from the webhook in Stripe’s dashboard',
  },
]

/** The Shannon entropy of a text in bits, from its own character frequencies. */
export function entropyOf(text: string): number {
  const counts = new Map<string, number>()
  for (const letter of text) counts.set(letter, (counts.get(letter) ?? 0) + 1)
  return [...counts.values()].reduce((sum, count) => sum - count * Math.log2(count / text.length), 0)
}
