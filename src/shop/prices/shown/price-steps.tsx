import { dollarsToCents, formatDollars } from '#platform/money.ts'
import { nextStep } from './next-step.ts'
import type { OwnPriced } from './own-price.ts'

type PriceLadderProps = { product: OwnPriced; onTake: (quantity: number) => void }

/** The price from each quantity on, which a press takes; nothing for a product with one price. */
export function PriceLadder({ product: { prices }, onTake }: PriceLadderProps) {
  if (prices.length < 2) return null
  return (
    <ul className="price-ladder row text-14 tabular" aria-label="Prices by quantity">
      {prices.map(({ minQuantity, perPrice }) => (
        <li key={minQuantity}>
          <button type="button" className="hover-line rounded" onClick={() => onTake(minQuantity)}>
            {minQuantity.toLocaleString('en-US')}+ <strong>{formatDollars(dollarsToCents(perPrice))}</strong>
          </button>
        </li>
      ))}
    </ul>
  )
}

type NextStepHintProps = {
  product: OwnPriced
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
