import { useState } from 'react'
import { Form, href, Link } from 'react-router'
import { withQuery } from '#platform/http/query.ts'
import { dollarsToCents, formatDollars } from '#platform/money.ts'
import { readWholeNumber } from '#platform/written-number.ts'
import { type Product, whyNotOrderable } from '#shop/catalogue/product.ts'
import { ProductDetail } from '#shop/catalogue/product-card.tsx'
import { AddToList } from '#shop/list-store/add-to-list.tsx'
import { lineTotal } from '#shop/orders/order.ts'
import { ownPerPrice } from '#shop/prices/shown/own-price.ts'
import { OwnPrice } from '#shop/prices/shown/own-price.tsx'
import { NextStepHint, PriceLadder } from '#shop/prices/shown/price-steps.tsx'
import { QuantityInput } from '#shop/screens/catalogue/table/quantity-input.tsx'
import { NetSum } from '#shop/tax/net-sum.tsx'
import { Button } from '#ui/button.tsx'
import { useSite } from '#web/page-head.tsx'

const QUANTITY = 'quantity'

/** A product's price, minimum and stock, and the way to order it. */
export function ProductOrder({ product }: { product: Product }) {
  const [text, setText] = useState(String(product.minQuantity))
  const why = whyNotOrderable(product)
  return (
    <div className="product-order">
      <dl>
        <ProductDetail term="Minimum order" value={pieces(product.minQuantity)} />
        <ProductDetail term="In stock" value={pieces(product.quantity)} />
        <ProductDetail term="Price each" value={<OwnPrice product={product} />} />
      </dl>
      <PriceLadder product={product} onTake={(quantity) => setText(String(quantity))} />
      {why ? (
        <p className="mt-16">
          {why}{' '}
          <Link to={withQuery(href('/contact'), { product: product.name })}>Ask us about this tool</Link>
        </p>
      ) : (
        <Form
          method="get"
          action={href('/purchase/:id', { id: product._id })}
          className="product-order-form row"
        >
          <div className="buy-bar">
            <dl className="product-detail-item justify-between">
              <dt className="soft soft">Total</dt>
              <dd className="text-24">
                <TypedTotal product={product} quantity={readWholeNumber(text)} />
              </dd>
            </dl>
            <label className="font-600" htmlFor={QUANTITY}>
              Quantity
            </label>
            <QuantityInput product={product} value={text} onChange={setText} id={QUANTITY} />
            <Button type="submit" variant="buy">
              Buy Now
            </Button>
          </div>
          <AddToList product={product} quantity={readWholeNumber(text)} />
          <NextStepHint
            product={product}
            quantity={readWholeNumber(text)}
            onTake={(quantity) => setText(String(quantity))}
          />
        </Form>
      )}
    </div>
  )
}

function TypedTotal({ product, quantity }: { product: Product; quantity: number }) {
  const isTaxed = useSite()?.addsTax === true
  if (!Number.isSafeInteger(quantity) || quantity < 1 || quantity > product.quantity) return '–'
  const perPrice = ownPerPrice(product, quantity)
  const each = formatDollars(dollarsToCents(perPrice))
  return (
    <>
      <small>
        {quantity.toLocaleString('en-US')} × {each} ={' '}
      </small>
      <NetSum net={lineTotal({ perPrice, quantity })} isTaxed={isTaxed} />
    </>
  )
}

function pieces(count: number): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? 'piece' : 'pieces'}`
}
