import { dollarsToCents, formatDollars } from '#platform/money.ts'
import { lowestPrice, type OwnPriced, ownPerPrice } from './own-price.ts'

const dollars = (perPrice: number) => formatDollars(dollarsToCents(perPrice))

/** The price of a product at its minimum order, with the base price struck through where it is better. */
export function OwnPrice({ product }: { product: OwnPriced }) {
  const own = ownPerPrice(product, product.minQuantity)
  const lowest = lowestPrice(product)
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
