import { orderFault } from '#simulators/card-payments/testing/simulator-fixture.ts'
import { buy } from './orders.ts'
import { addProduct, stockOf } from './products.ts'
import { openTestShop } from './test-shop.ts'
import { signUp } from './users.ts'

/** Opens a shop in which Jane has an unpaid order, with helpers for tests of its payment. */
export async function openShopWithOrder() {
  const shop = await openTestShop()
  const product = await addProduct(shop.db)
  const jane = await signUp(shop)
  const order = await buy(jane, product)
  return {
    shop,
    product,
    jane,
    order,
    /** Makes the next calls of the card provider fail, such as `refunds.create`. */
    fault: (kind: string, call: string, count = 1) =>
      orderFault(shop.cards.app, { kind, call, count }),
    /** Opens the payment page. */
    open: () => jane.call('GET', `/purchase/payment/${order._id}`),
    cancel: () => jane.call('DELETE', `/purchase/${order._id}`),
    stock: () => stockOf(shop.db, product.id),
  }
}
