import { useCurrentUser } from '#shop/auth/access/use-sign-in.ts'
import { countedLines } from '#shop/order-list/store/order-list.ts'
import { amountDetails, type LabelledValue } from '#shop/tax/amount-details.ts'
import type { Amounts } from '#shop/tax/tax.ts'
import { useSite } from '#web/page-head.tsx'

type CheckoutSumProps = {
  lines: readonly { quantity: number }[]
  /** Null while prices are unknown. */
  amounts: Amounts | null
  /** Whether `amounts` has the buyer's tax. */
  isTaxKnown: boolean
}

/** "12 lines · 194 pieces", with net and tax if there is tax, and the total. */
export function CheckoutSum({ lines, amounts, isTaxKnown }: CheckoutSumProps) {
  const site = useSite()
  const currentUser = useCurrentUser()
  const pieces = lines.reduce((sum, { quantity }) => sum + quantity, 0)
  const sum = amounts ? amountDetails('Total', amounts) : unknownSum
  const details = isTaxKnown || !site?.addsTax ? sum : withoutTax(sum, currentUser !== null)
  return (
    <div className="checkout-sum">
      <h2>
        {countedLines(lines.length)} · {pieces.toLocaleString('en-US')} pieces
      </h2>
      <dl>
        {details.map(([label, value]) => (
          <div key={label} className={label === 'Total' ? 'checkout-total' : undefined}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

const unknownSum: LabelledValue[] = [['Total', '']]

/** The buyer's tax is not known yet: reserves its rows, or says for a visitor that it is added. */
function withoutTax([sum]: LabelledValue[], isBuyer: boolean): LabelledValue[] {
  const net = sum?.[1] ?? ''
  if (!isBuyer) return [['Total before tax', net]]
  return [
    ['Net', net],
    ['Tax', ''],
    ['Total', ''],
  ]
}
