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
  /** Stripe's test id for this card, used in place of its number. */
  id: string
}

/** Stripe's well-known test cards. */
export const testCards: readonly TestCard[] = [
  card('4242424242424242', 'visa', 'succeeds', 'pm_card_visa'),
  card('5555555555554444', 'mastercard', 'succeeds', 'pm_card_mastercard'),
  card('378282246310005', 'amex', 'succeeds', 'pm_card_amex'),
  card('4000002500003155', 'visa', 'needs_authentication', 'pm_card_authenticationRequired'),
  card('4000000000003220', 'visa', 'needs_authentication', 'pm_card_threeDSecure2Required'),
  card('4000000000000002', 'visa', 'generic_decline', 'pm_card_chargeDeclined'),
  card('4000000000009995', 'visa', 'insufficient_funds', 'pm_card_chargeDeclinedInsufficientFunds'),
  card('4000000000009987', 'visa', 'lost_card', 'pm_card_visa_chargeDeclinedLostCard'),
  card('4000000000009979', 'visa', 'stolen_card', 'pm_card_visa_chargeDeclinedStolenCard'),
  card('4000000000000069', 'visa', 'expired_card', 'pm_card_chargeDeclinedExpiredCard'),
  card('4000000000000127', 'visa', 'incorrect_cvc', 'pm_card_chargeDeclinedIncorrectCvc'),
  card('4000000000000119', 'visa', 'processing_error', 'pm_card_chargeDeclinedProcessingError'),
  card('4000000000007726', 'visa', 'refund_is_pending', 'pm_card_pendingRefund'),
  card('4000000000005126', 'visa', 'refund_fails', 'pm_card_refundFail'),
]

function card(number: string, brand: string, behaviour: CardBehaviour, id: string): TestCard {
  return { number, brand, behaviour, id }
}

const declines: Partial<Record<CardBehaviour, string>> = {
  generic_decline: 'Your card was declined.',
  insufficient_funds: 'Your card has insufficient funds.',
  lost_card: 'Your card was declined.',
  stolen_card: 'Your card was declined.',
  expired_card: 'Your card has expired.',
  incorrect_cvc: "Your card's security code is incorrect.",
  processing_error: 'An error occurred while processing your card. Try again in a little bit.',
}
const ownCodes: CardBehaviour[] = ['expired_card', 'incorrect_cvc', 'processing_error']

/** Returns the decline codes of a behaviour, or undefined when the charge succeeds. */
export function declineOf(
  behaviour: CardBehaviour,
): { code: string; decline_code: string; message: string } | undefined {
  const message = declines[behaviour]
  if (message === undefined) return undefined
  const code = ownCodes.includes(behaviour) ? behaviour : 'card_declined'
  return { code, decline_code: behaviour, message }
}
