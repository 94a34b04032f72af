import { dollarsToCents, formatDollars } from '#platform/money.ts'
import type { Amounts } from './tax.ts'

export type LabelledValue = [label: string, value: string]

/** Returns the amounts, which are one when there is no tax; `label` is that of the total. */
export function amountDetails(label: string, { net, tax, total }: Amounts): LabelledValue[] {
  const sum: LabelledValue = [label, formatDollars(total)]
  return tax === 0 ? [sum] : [['Net', formatDollars(net)], ['Tax', formatDollars(tax)], sum]
}

/** Returns the amounts of an order or a payment in cents, which JSON has in dollars. */
export function amountsOf({
  net,
  tax,
  total,
}: {
  net: number
  tax: number
  total: number
}): Amounts {
  return { net: dollarsToCents(net), tax: dollarsToCents(tax), total: dollarsToCents(total) }
}
