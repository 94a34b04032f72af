import { type Cents, formatDollars } from '#platform/money.ts'
import { BEFORE_TAX } from './amount-details.ts'

/** A sum without tax, which says so where tax applies. */
export function NetSum({ net, isTaxed }: { net: Cents; isTaxed: boolean }) {
  return (
    <>
      {formatDollars(net)}
      {isTaxed && <small className="before-tax soft font-400 unbroken"> {BEFORE_TAX}</small>}
    </>
  )
}
