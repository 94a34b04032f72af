/** An amount of US dollars in whole cents. */
export type Cents = number & { readonly cents: unique symbol }

/** Brands a whole number as cents. Throws a RangeError for any other number. */
export function cents(amount: number): Cents {
  if (!Number.isSafeInteger(amount)) throw new RangeError(`${amount} is not a whole number of cents`)
  return amount as Cents
}

/** Converts dollars with at most two decimals, as in JSON, to cents: 12.5 becomes 1250. */
export function dollarsToCents(dollars: number): Cents {
  return cents(Math.round(dollars * 100))
}

/** Converts cents to dollars, as in JSON: 1250 becomes 12.5. */
export function centsToDollars(amount: Cents): number {
  return amount / 100
}

/** The price of `pieces` items, in cents. */
export function timesPieces(unitPrice: Cents, pieces: number): Cents {
  return cents(unitPrice * pieces)
}

const dollarFormat = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

/** Formats an amount for display: 1250 becomes "$12.50". */
export function formatDollars(amount: Cents): string {
  return dollarFormat.format(amount / 100)
}
