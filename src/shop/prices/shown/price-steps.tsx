import { dollarsToCents, formatDollars } from '#platform/money.ts'
import { nextStep } from './next-step.ts'
import type { OwnPriced } from './own-price.ts'

/** The price of each quantity; nothing for a product with one price. */
export function PriceLadder({ product }: { product: OwnPriced }) {
  const { prices } = product
  if (prices.length < 2) return null
  return (
    <table className="price-ladder text-14">
      <caption className="visually-hidden">Prices by quantity</caption>
      <thead>
        <tr>
          <th scope="col">From</th>
          <th scope="col">Each</th>
        </tr>
      </thead>
      <tbody>
        {prices.map(({ minQuantity, perPrice }) => (
          <tr key={minQuantity}>
            <th scope="row">{minQuantity.toLocaleString('en-US')}</th>
            <td>{formatDollars(dollarsToCents(perPrice))}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

type NextStepHintProps = {
  product: OwnPriced
  /** The quantity that is chosen now. */
  quantity: number
  /** The most that the buyer may order, where a limit is known. */
  most?: number
  onTake: (quantity: number) => void
}

/** Offers the next lower price when it is near: one press takes its quantity. */
export function NextStepHint({ product, quantity, most, onTake }: NextStepHintProps) {
  const next = nextStep(product, quantity, most)
  if (!next) return null
  const pieces = `${next.more.toLocaleString('en-US')} more ${next.more === 1 ? 'piece' : 'pieces'}`
  return (
    <button type="button" className="next-step text-14" onClick={() => onTake(next.quantity)}>
      {pieces}: {formatDollars(next.lessEach)} less each, saves {formatDollars(next.saves)}
    </button>
  )
}
