/** An amount of US dollars in whole cents. */
export type Cents = number & { readonly cents: unique symbol }

/** Takes a whole number of cents. Throws a RangeError for anything else. */
export function cents(amount: number): Cents {
  if (!Number.isSafeInteger(amount)) throw new RangeError(`${amount} is no whole number of cents`)
  return amount as Cents
}

/** Turns dollars as JSON carries them (at most two decimals, `12.5`) into cents. */
export function dollarsToCents(dollars: number): Cents {
  return cents(Math.round(dollars * 100))
}

/** Turns cents into dollars for JSON: 1250 becomes 12.5. */
export function centsToDollars(amount: Cents): number {
  return amount / 100
}

/** The price of several pieces. */
export function timesPieces(unitPrice: Cents, pieces: number): Cents {
  return cents(unitPrice * pieces)
}

const dollarFormat = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

/** The one place where an amount becomes text for people: 1250 becomes "$12.50". */
export function formatDollars(amount: Cents): string {
  return dollarFormat.format(amount / 100)
}
