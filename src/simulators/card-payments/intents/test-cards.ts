/** The result of charging a test card. */
export type CardBehaviour =
  | 'succeeds'
  | 'needs_authentication'
  | 'generic_decline'
  | 'insufficient_funds'
  | 'lost_card'
  | 'stolen_card'
  | 'expired_card'
  | 'incorrect_cvc'
  | 'processing_error'
  | 'refund_is_pending'
  | 'refund_fails'

export type TestCard = {
  number: string
  brand: string
  behaviour: CardBehaviour
  /** Stripe's test ids for this card, used in place of its number. */
  ids: string[]
}

/** Stripe's well-known test cards. */
export const testCards: readonly TestCard[] = [
  card('4242424242424242', 'visa', 'succeeds', ['pm_card_visa']),
  card('5555555555554444', 'mastercard', 'succeeds', ['pm_card_mastercard']),
  card('378282246310005', 'amex', 'succeeds', ['pm_card_amex']),
  card('4000002500003155', 'visa', 'needs_authentication', ['pm_card_authenticationRequired']),
  card('4000000000003220', 'visa', 'needs_authentication', ['pm_card_threeDSecure2Required']),
  card('4000000000000002', 'visa', 'generic_decline', ['pm_card_chargeDeclined']),
  card('4000000000009995', 'visa', 'insufficient_funds', [
    'pm_card_chargeDeclinedInsufficientFunds',
    'pm_card_visa_chargeDeclinedInsufficientFunds',
  ]),
  card('4000000000009987', 'visa', 'lost_card', ['pm_card_visa_chargeDeclinedLostCard']),
  card('4000000000009979', 'visa', 'stolen_card', ['pm_card_visa_chargeDeclinedStolenCard']),
  card('4000000000000069', 'visa', 'expired_card', ['pm_card_chargeDeclinedExpiredCard']),
  card('4000000000000127', 'visa', 'incorrect_cvc', ['pm_card_chargeDeclinedIncorrectCvc']),
  card('4000000000000119', 'visa', 'processing_error', ['pm_card_chargeDeclinedProcessingError']),
  card('4000000000007726', 'visa', 'refund_is_pending', ['pm_card_pendingRefund']),
  card('4000000000005126', 'visa', 'refund_fails', ['pm_card_refundFail']),
]

function card(number: string, brand: string, behaviour: CardBehaviour, ids: string[]): TestCard {
  return { number, brand, behaviour, ids }
}

/** Returns the decline codes of a behaviour, or undefined when the charge succeeds. */
export function declineOf(
  behaviour: CardBehaviour,
): { code: string; decline_code: string; message: string } | undefined {
  switch (behaviour) {
    case 'succeeds':
    case 'needs_authentication':
    case 'refund_is_pending':
    case 'refund_fails':
      return undefined
    case 'insufficient_funds':
      return declined('card_declined', behaviour, 'Your card has insufficient funds.')
    case 'expired_card':
      return declined(behaviour, behaviour, 'Your card has expired.')
    case 'incorrect_cvc':
      return declined(behaviour, behaviour, "Your card's security code is incorrect.")
    case 'processing_error':
      return declined(
        behaviour,
        behaviour,
        'An error occurred while processing your card. Try again in a little bit.',
      )
    default:
      return declined('card_declined', behaviour, 'Your card was declined.')
  }
}

function declined(code: string, decline_code: string, message: string) {
  return { code, decline_code, message }
}
