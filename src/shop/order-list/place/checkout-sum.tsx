import { formatDollars } from '#platform/money.ts'
import { useCurrentUser } from '#shop/auth/access/use-sign-in.ts'
import { countedLines } from '#shop/list-store/order-list.ts'
import { amountDetails } from '#shop/tax/amount-details.ts'
import type { Amounts } from '#shop/tax/tax.ts'
import { useSite } from '#web/page-head.tsx'

type CheckoutSumProps = {
  lines: readonly { quantity: number }[]
  amounts: Amounts | null
  isTaxKnown: boolean
  isPlaced: boolean
}

/**
 * "12 lines · 194 pieces", with net and tax if there is tax, and the total. A list keeps its rows while
 * prices and tax load, and for a buyer without tax.
 */
export function CheckoutSum({ lines, amounts, isTaxKnown, isPlaced }: CheckoutSumProps) {
  const site = useSite()
  const currentUser = useCurrentUser()
  const pieces = lines.reduce((sum, { quantity }) => sum + quantity, 0)
  const details =
    isPlaced && amounts
      ? amountDetails('Total', amounts)
      : listDetails(amounts, { isTaxKnown, addsTax: site?.addsTax, isBuyer: currentUser !== null })
  return (
    <div className="checkout-sum grid gap-x-12">
      <h2>
        {countedLines(lines.length)} · {pieces.toLocaleString('en-US')} pieces
      </h2>
      <dl className="pairs note">
        {details.map(([label, value]) => (
          <div key={label} className={label === 'Total' ? 'checkout-total plain' : undefined}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

type ListState = { isTaxKnown: boolean; addsTax: boolean | undefined; isBuyer: boolean }

function listDetails(amounts: Amounts | null, { isTaxKnown, addsTax, isBuyer }: ListState) {
  const net = amounts ? formatDollars(amounts.net) : ''
  if (!addsTax) return [['Total', net]]
  if (!isBuyer) return [['Total before tax', net]]
  const known = isTaxKnown ? amounts : null
  return [
    ['Net', net],
    ['Tax', known ? formatDollars(known.tax) : ''],
    ['Total', known ? formatDollars(known.total) : ''],
  ]
}
