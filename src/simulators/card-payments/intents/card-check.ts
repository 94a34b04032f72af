import { cardRefusal, type Refusal } from '#simulators/card-payments/api/refusal.ts'
import { type TestCard, testCards } from './test-cards.ts'

export type CardEntry = {
  number: string
  exp_month: number
  exp_year: number
  cvc?: string | undefined
}

/** Returns the test card with this number, or the error that Stripe would return. `now` is compared with the expiry. */
export function checkCard(entry: CardEntry, now: Date): TestCard | Refusal {
  const number = entry.number.replaceAll(/[\s-]/g, '')
  if (!/^\d{12,19}$/.test(number) || !passesLuhn(number)) {
    return wrong('incorrect_number', 'Your card number is incorrect.', 'number')
  }
  if (entry.exp_month < 1 || entry.exp_month > 12) {
    return wrong('invalid_expiry_month', "Your card's expiration month is invalid.", 'exp_month')
  }
  const year = entry.exp_year < 100 ? 2000 + entry.exp_year : entry.exp_year
  if (year < now.getUTCFullYear() || year > now.getUTCFullYear() + 50) {
    return wrong('invalid_expiry_year', "Your card's expiration year is invalid.", 'exp_year')
  }
  if (year === now.getUTCFullYear() && entry.exp_month < now.getUTCMonth() + 1) {
    return wrong('invalid_expiry_month', "Your card's expiration month is invalid.", 'exp_month')
  }
  const card = testCards.find((known) => known.number === number)
  if (!card) return notATestCard()
  const cvcLength = card.brand === 'amex' ? /^\d{3,4}$/ : /^\d{3}$/
  if (entry.cvc !== undefined && !cvcLength.test(entry.cvc)) {
    return wrong('invalid_cvc', "Your card's security code is invalid.", 'cvc')
  }
  return card
}

/** Checks the Luhn check digit of a card number. */
export function passesLuhn(number: string): boolean {
  const sum = Array.from(number, Number)
    .reverse()
    .reduce((total, digit, index) => {
      const weighted = index % 2 === 1 ? digit * 2 : digit
      return total + (weighted > 9 ? weighted - 9 : weighted)
    }, 0)
  return sum % 10 === 0
}

function wrong(code: string, message: string, param: string): Refusal {
  return cardRefusal({ code, message, param })
}

function notATestCard(): Refusal {
  return cardRefusal({
    code: 'card_declined',
    decline_code: 'test_mode_live_card',
    message:
      'Your card was declined. Your request was in test mode, but used a non test card. For a list of valid test cards, visit: https://stripe.com/docs/testing.',
  })
}
