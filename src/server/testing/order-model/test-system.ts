import { sql } from 'kysely'
import type { TestShop } from '#server/testing/test-shop.ts'
import { callApi, type Person, signUp, signUpAdmin, signUpUnverified } from '#server/testing/users.ts'
import { image, newModel, type OrderModel, type UserName } from './order-model.ts'

/** The shop under test and its users. */
export type TestSystem = { shop: TestShop; users: Record<UserName, Person> }

/** Signs up the users of all runs, once because signing up is slow by design. */
export async function openTestSystem(shop: TestShop): Promise<TestSystem> {
  const jane = await signUp(shop, 'Jane Buyer')
  const bill = await signUpUnverified(shop, 'Bill Buyer')
  return { shop, users: { jane, bill, admin: await signUpAdmin(shop) } }
}

/** Empties the shop and renews the users' tokens; returns the system and a new model. */
export async function resetTestSystem({
  shop,
  users,
}: TestSystem): Promise<{ model: OrderModel; real: TestSystem }> {
  shop.clock.now = new Date()
  await sql`truncate price_row, product, product_image, product_document, product_search, orders, order_line,
    order_event, order_note, invoice, invoice_line, credit_note, document_counter, payment, payment_line, refund, refund_line,
    return_request, return_line, shipment, shipment_line, stock_movement, idempotency_key, provider_event, outgoing_mail, card_simulator.object,
    card_simulator.delivery, card_simulator.idempotency_key, card_simulator.fault`.execute(shop.db)
  const jane = await withNewToken(shop, users.jane)
  const bill = await withNewToken(shop, users.bill)
  const admin = await withNewToken(shop, users.admin)
  const model = newModel({ jane: jane.email, bill: bill.email, admin: admin.email })
  for (const { id, name, cents, quantity, minimum } of model.products) {
    const product = { id, name, description: 'A tool', image, quantity }
    const movement = { productId: id, delta: quantity, kind: 'opening' }
    await shop.db
      .insertInto('product')
      .values({ ...product, unitPriceCents: cents, minQuantity: minimum })
      .execute()
    await shop.db.insertInto('stockMovement').values(movement).execute()
  }
  return { model, real: { shop, users: { jane, bill, admin } } }
}

/** Renews an access token, which expires during long runs. */
async function withNewToken({ app }: TestShop, person: Person): Promise<Person> {
  const { email, cookie } = person
  const renewed = await callApi(app, 'PUT', `/users/${email}`, { body: { email }, cookie })
  const { token } = renewed.body
  return {
    ...person,
    token,
    call: (method, path, body, headers) => callApi(app, method, path, { body, token, headers }),
  }
}
