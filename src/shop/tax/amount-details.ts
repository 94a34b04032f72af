import { dollarsToCents, formatDollars } from '#platform/money.ts'
import type { Amounts } from './tax.ts'

export type LabelledValue = [label: string, value: string]

/** Returns net, tax and total, or only the total without tax; `label` names the total. */
export function amountDetails(label: string, { net, tax, total }: Amounts): LabelledValue[] {
  const sum: LabelledValue = [label, formatDollars(total)]
  return tax === 0 ? [sum] : [['Net', formatDollars(net)], ['Tax', formatDollars(tax)], sum]
}

/** Converts the dollar amounts of an order's or payment's JSON to cents. */
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
