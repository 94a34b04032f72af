import { dollarsToCents, formatDollars } from '#platform/money.ts'
import { lowestPrice, type OwnPriced, ownPerPrice } from './own-price.ts'

const dollars = (perPrice: number) => formatDollars(dollarsToCents(perPrice))

type OwnPriceProps = {
  product: OwnPriced
  /** Without the lowest one, where larger quantities have prices of their own. */
  isAtMinimum?: boolean
}

/** The price of a product at its minimum order, with the base price struck through where it is better. */
export function OwnPrice({ product, isAtMinimum }: OwnPriceProps) {
  const own = ownPerPrice(product, product.minQuantity)
  const lowest = isAtMinimum ? null : lowestPrice(product)
  return (
    <>
      {own < product.perPrice && (
        <>
          <s className="base-price">
            <span className="visually-hidden">Base price </span>
            {dollars(product.perPrice)}
          </s>{' '}
        </>
      )}
      {dollars(own)}
      {lowest !== null && <small className="lowest-price"> from {lowest}</small>}
    </>
  )
}
