import { type Cents, dollarsToCents, formatDollars } from '#platform/money.ts'
import type { Amounts } from './tax.ts'

export type LabelledValue = [label: string, value: string]

/** Returns net, tax and total, or only the total without tax; `label` names the total. */
export function amountDetails(label: string, { net, tax, total }: Amounts): LabelledValue[] {
  const sum: LabelledValue = [label, formatDollars(total)]
  return tax === 0 ? [sum] : [['Net', formatDollars(net)], ['Tax', formatDollars(tax)], sum]
}

/** What a sum without tax says where tax applies; at 0 % nothing is said of tax. */
export const BEFORE_TAX = 'before tax'

/** Returns a sum without tax, which says so where tax applies. */
export function netText(net: Cents, isTaxed: boolean): string {
  return `${formatDollars(net)}${isTaxed ? ` ${BEFORE_TAX}` : ''}`
}

/** Converts the dollar amounts of an order's or payment's JSON to cents. */
export function amountsOf({ net, tax, total }: { net: number; tax: number; total: number }): Amounts {
  return { net: dollarsToCents(net), tax: dollarsToCents(tax), total: dollarsToCents(total) }
}
