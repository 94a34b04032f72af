import type { CardPayments } from '#shop/payments/provider/card-payments.server.ts'

const STRIPE_JS = 'https://js.stripe.com'

/** Stripe's script, of the simulator or its own, as the payment page's policy must allow it. */
export function stripePagePolicy(scriptUrl: string | null): CardPayments['pagePolicy'] {
  if (scriptUrl) return { trustedTypes: ['card-provider'] }
  return {
    // From Stripe's integration guide; its script creates further frames, also for 3-D Secure.
    partners: {
      scripts: [STRIPE_JS, 'https://*.js.stripe.com'],
      frames: [STRIPE_JS, 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
      calls: ['https://api.stripe.com'],
    },
    // Stripe does not document support for Trusted Types.
    trustedTypes: null,
  }
}
