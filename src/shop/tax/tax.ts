import { type Cents, cents, timesPieces } from '#platform/money.ts'

/** A buyer's tax treatment: the shop's rate, or no tax for one of two reasons. */
export const taxTreatments = ['standard', 'exempt', 'reverse-charge'] as const
export type TaxTreatment = (typeof taxTreatments)[number]

/** A buyer's treatment; `reference` is the exemption's certificate number or the buyer's tax ID. */
export type BuyerTax = { treatment: TaxTreatment; reference: string | null }

/** The tax of an order, as it was when the order was placed. `percent` has up to three decimals. */
export type OrderTax = BuyerTax & { percent: number }

export type Amounts = { net: Cents; tax: Cents; total: Cents }

/** Returns the tax of an order that a buyer places while the shop's rate is `percent`. */
export function orderTax({ treatment, reference }: BuyerTax, percent: number): OrderTax {
  return { treatment, reference, percent: treatment === 'standard' ? percent : 0 }
}

/** Returns the tax on a net amount, half a cent rounded up. */
export function taxOn(net: Cents, percent: number): Cents {
  return divideHalfUp(BigInt(net) * thousandths(percent), 100_000n)
}

export function withTax(net: Cents, percent: number): Amounts {
  const tax = taxOn(net, percent)
  return { net, tax, total: cents(net + tax) }
}

/** A part of a total: a net price and a quantity. */
type PricedLine = { unitPrice: Cents; quantity: number }

/** Returns the amounts of lines paid together: the tax is rounded once, on their sum. */
export function totals(lines: PricedLine[], { percent }: Pick<OrderTax, 'percent'>): Amounts {
  const net = lines.reduce((sum, line) => sum + timesPieces(line.unitPrice, line.quantity), 0)
  return withTax(cents(net), percent)
}

export function addAmounts(...parts: Amounts[]): Amounts {
  const sum = (key: keyof Amounts) => cents(parts.reduce((all, part) => all + part[key], 0))
  return { net: sum('net'), tax: sum('tax'), total: sum('total') }
}

/** Returns the largest net amount that costs at most `total` with its tax. */
export function largestNet(total: Cents, percent: number): Cents {
  const net = cents(Number((BigInt(total) * 100_000n) / (100_000n + thousandths(percent))))
  // Less than half a cent of tax is none.
  const more = cents(net + 1)
  return withTax(more, percent).total > total ? net : more
}

/**
 * Returns the refund of a net amount from the rest of a payment. Its tax is the tax on the rest before
 * minus the tax on the rest after, so that refunding everything returns exactly the charge.
 */
export function refundOfNet(net: Cents, left: Amounts, percent: number): Amounts {
  const tax = cents(Math.max(0, left.tax - taxOn(cents(left.net - net), percent)))
  return { net, tax, total: cents(net + tax) }
}

/** Splits a refund of a free amount, at most the rest of the payment, into net and tax. */
export function refundOfAmount(total: Cents, left: Amounts, percent: number): Amounts {
  const exact = divideHalfUp(BigInt(total) * 100_000n, 100_000n + thousandths(percent))
  // Earlier roundings may leave a cent more or less of either than the rate says.
  const net = cents(Math.min(left.net, Math.max(exact, total - left.tax)))
  return { net, tax: cents(total - net), total }
}

function thousandths(percent: number): bigint {
  return BigInt(Math.round(percent * 1000))
}

function divideHalfUp(amount: bigint, divisor: bigint): Cents {
  return cents(Number((2n * amount + divisor) / (2n * divisor)))
}
