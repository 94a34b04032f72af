import fc from 'fast-check'
import { expect } from 'vitest'
import type { Answer } from '#testing/api-driver.ts'
import { expectAnswer, step, which, who } from './command.ts'
import { placed, whyNotOrdered, whyTooMuch } from './model-transitions.ts'
import {
  allUsers,
  image,
  type ModelOrder,
  type ModelProduct,
  nth,
  type OrderModel,
  type Who,
} from './order-model.ts'
import type { TestSystem } from './test-system.ts'

const wanted = fc.record({
  product: fc.constantFrom(0, 0, 0, 1, 2),
  quantity: fc.oneof(
    { weight: 9, arbitrary: fc.integer({ min: 3, max: 9 }) },
    { weight: 1, arbitrary: fc.integer({ min: 1, max: 2 }) },
    { weight: 1, arbitrary: fc.constantFrom<unknown>(0, -1, 2.5, '3', null, 61, 1001, 2 ** 31) },
  ),
  price: fc.constantFrom('none', 'none', 'right', 'right', 'a cent more'),
  name: fc.constantFrom('Jane', "Zoë O'Hara"),
})

/** Places an order, with or without an Idempotency-Key, once or twice concurrently. */
export const placeOrder = step(
  'placeOrder',
  fc.record({
    who,
    wanted,
    key: fc.option(fc.nat(20).map((n) => `key-${n}`)),
    isDoubled: fc.boolean(),
  }),
  async ({ who, wanted, key, isDoubled }, model, system) => {
    const product = nth(model.products, wanted.product) as ModelProduct
    const { price, quantity, name } = wanted
    const cents = price === 'right' ? product.cents : product.cents + 1
    const sent = {
      productId: product.id,
      quantity,
      name,
      address: '1 Anvil Street',
      ...(price !== 'none' && { perPrice: cents / 100 }),
    }
    const times = key !== null && isDoubled ? 2 : 1
    const send = () => sendOrder(model, system, { who, key, sent, product })
    for (const check of await Promise.all(Array.from({ length: times }, send))) check()
  },
)

/** Repeats a request with its Idempotency-Key. */
export const sendAgain = step('sendAgain', which, async (n, model, { people }) => {
  const first = nth(model.keyed, n)
  if (!first) return
  const headers = { 'Idempotency-Key': first.key }
  const again = await people[first.who].call('POST', '/perchase', first.sent, headers)
  expect(again).toMatchObject({ status: first.status, body: first.body })
})

/** Places the first orders of a run, because most commands need one. */
export async function buyFirst(model: OrderModel, system: TestSystem): Promise<void> {
  const product = nth(model.products, 0) as ModelProduct
  for (const who of allUsers) {
    const sent = { productId: product.id, quantity: 5, name: 'Jane', address: '1 Anvil Street' }
    const check = await sendOrder(model, system, { who, key: null, sent, product })
    check()
  }
}

type Request = { who: Who; key: string | null; sent: SentOrder; product: ModelProduct }
type SentOrder = { quantity: unknown; perPrice?: number; name: string; address: string }

/** Sends an order. The returned function checks the response and updates the model. */
async function sendOrder(model: OrderModel, { people }: TestSystem, request: Request) {
  const { who, key, sent } = request
  const headers = new Headers(key === null ? {} : { 'Idempotency-Key': key })
  const answer = await people[who].call('POST', '/perchase', sent, headers)
  return () => follow(model, request, answer)
}

function follow(model: OrderModel, { who, key, sent, product }: Request, answer: Answer) {
  const refusal = whyNotOrdered(product, sent)
  if (refusal?.code === 'invalid') return expectAnswer(answer, refusal)
  const first = model.keyed.find((one) => one.who === who && one.key === key)
  if (first) {
    const { status, body } = first
    if (JSON.stringify(first.sent) !== JSON.stringify(sent))
      return expectAnswer(answer, { status: 422, code: 'key-reused' })
    return expect(answer).toMatchObject({ status, body })
  }
  const tooMuch = refusal ?? whyTooMuch(model, who, product, sent.quantity as number)
  expectAnswer(answer, tooMuch ?? { status: 200 })
  if (tooMuch) return
  if (key !== null) model.keyed.push({ who, key, sent, status: answer.status, body: answer.body })
  const order: ModelOrder = {
    id: answer.body._id,
    buyer: who,
    product,
    name: sent.name,
    address: sent.address,
    cents: product.cents,
    quantity: sent.quantity as number,
    status: 'unpaid',
  }
  placed(model, order)
  expect(answer.body).toEqual(shownOrder(model, order))
}

/** An order as the API returns it. */
export function shownOrder({ emails }: OrderModel, order: ModelOrder) {
  const { id, buyer, product, name, address, cents, quantity, status, paidBy, cancel } = order
  return {
    _id: id,
    email: emails[buyer],
    name,
    address,
    quantity,
    imgURL: image,
    productId: product.id,
    productName: product.name,
    perPrice: cents / 100,
    // Which one depends on how often the products were set up anew.
    sku: expect.stringMatching(/^P-\d{5,}$/),
    createdAt: expect.any(String),
    orderNumber: expect.stringMatching(/^FW-\d{5,}$/),
    status,
    ...(status === 'unpaid' && { heldUntil: expect.any(String) }),
    ...(paidBy && { transactionId: paidBy.id }),
    ...(cancel && { cancelledAt: expect.any(String) }),
  }
}
