import fc from 'fast-check'
import { expect } from 'vitest'
import type { Answer } from '#server/testing/api-driver.ts'
import { expectAnswer, step, user, which } from './command.ts'
import { placed, whyNotOrdered, whyTooMuch } from './model-transitions.ts'
import {
  allUsers,
  image,
  type ModelLine,
  type ModelProduct,
  nth,
  type OrderModel,
  type UserName,
} from './order-model.ts'
import type { TestSystem } from './test-system.ts'

const quantity = fc.oneof(
  { weight: 9, arbitrary: fc.integer({ min: 3, max: 9 }) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 2 }) },
  { weight: 1, arbitrary: fc.constantFrom<unknown>(0, -1, 2.5, '3', null, 61, 1001, 2 ** 31) },
)
const request = fc.record({
  product: fc.constantFrom(0, 0, 0, 1, 2),
  quantity,
  price: fc.constantFrom('none', 'none', 'right', 'right', 'a cent more', 'a cent less'),
  name: fc.constantFrom('Jane', "Zoë O'Hara"),
})
const anyKey = fc.option(fc.nat(20).map((n) => `key-${n}`))

/** Places an order of one line, with or without an Idempotency-Key, once or twice concurrently. */
export const placeLine = step(
  'placeLine',
  fc.record({ user, wanted: request, key: anyKey, isDoubled: fc.boolean() }),
  async ({ user, wanted: request, key, isDoubled }, model, system) => {
    const product = nth(model.products, request.product) as ModelProduct
    const { price, quantity, name } = request
    const differences = { 'a cent more': 1, 'a cent less': -1, right: 0, none: 0 }
    const cents = product.cents + differences[price]
    const sent = {
      productId: product.id,
      quantity,
      name,
      address: '1 Anvil Street',
      ...(price !== 'none' && { perPrice: cents / 100 }),
    }
    const times = key !== null && isDoubled ? 2 : 1
    const send = () => sendLine(model, system, { user, key, sent, product })
    for (const check of await Promise.all(Array.from({ length: times }, send))) check()
  },
)

/** Places an order of some lines of one product, which are accepted together or not at all. */
export const placeOrder = step(
  'placeOrder',
  fc.record({
    user,
    quantities: fc.array(fc.integer({ min: 4, max: 8 }), { minLength: 1, maxLength: 3 }),
    key: anyKey,
  }),
  async ({ user, quantities, key }, model, { users }) => {
    const product = nth(model.products, 0) as ModelProduct
    const lines = quantities.map((quantity) => ({ productId: product.id, quantity }))
    const sent = { lines, name: 'Jane', address: '1 Anvil Street' }
    const headers = new Headers(key === null ? {} : { 'Idempotency-Key': key })
    const answer = await users[user].call('POST', '/orders', sent, headers)
    const first = model.keyed.find((earlier) => earlier.user === user && earlier.key === key)
    if (first) return expectReplay(answer, first, sent)
    const isPlaced = answer.status === 200
    expect(isPlaced).toBe(!isRefused(model, user, product, quantities))
    if (!isPlaced) return expect(answer.body.lines.length).toBeGreaterThan(0)
    const { _id: orderId, lines: placedLines } = answer.body
    if (key !== null) remember(model, { user, key, sent }, '/orders', answer)
    const added = quantities.map((quantity, index) =>
      newLine({ user, product, sent }, { _id: placedLines[index]._id, orderId }, quantity),
    )
    placed(model, added)
    expect(placedLines).toEqual(added.map((line) => shownLine(model, line)))
  },
)

/** Whether a line breaks a rule when they are ordered one after another. */
function isRefused(model: OrderModel, user: UserName, product: ModelProduct, quantities: number[]) {
  const left = { ...product }
  const earlier: { product: ModelProduct; cents: number; quantity: number }[] = []
  return quantities.some((quantity) => {
    const why = whyNotOrdered(left, { quantity }) ?? whyTooMuch(model, user, left, quantity, earlier)
    earlier.push({ product, cents: product.cents, quantity })
    left.quantity -= quantity
    return why !== null
  })
}

/** Repeats a request with its Idempotency-Key. */
export const sendAgain = step('sendAgain', which, async (n, model, { users }) => {
  const first = nth(model.keyed, n)
  if (!first) return
  const headers = { 'Idempotency-Key': first.key }
  const again = await users[first.user].call('POST', first.path, first.sent, headers)
  expect(again.status).toBe(first.status)
  expect(JSON.stringify(again.body)).toBe(JSON.stringify(first.body))
})

/** Places the first orders of a run, because most commands need one. */
export async function buyFirst(model: OrderModel, system: TestSystem): Promise<void> {
  const product = nth(model.products, 0) as ModelProduct
  for (const user of allUsers) {
    const sent = { productId: product.id, quantity: 5, name: 'Jane', address: '1 Anvil Street' }
    const check = await sendLine(model, system, { user, key: null, sent, product })
    check()
  }
}

type Request = { user: UserName; key: string | null; sent: SentLine; product: ModelProduct }
type SentLine = { quantity: unknown; perPrice?: number; name: string; address: string }

/** Sends an order of one line. The returned function checks the response and updates the model. */
async function sendLine(model: OrderModel, { users }: TestSystem, request: Request) {
  const { user, key, sent } = request
  const headers = new Headers(key === null ? {} : { 'Idempotency-Key': key })
  const answer = await users[user].call('POST', '/perchase', sent, headers)
  return () => follow(model, request, answer)
}

function follow(model: OrderModel, request: Request, answer: Answer) {
  const { user, key, sent, product } = request
  const refusal = whyNotOrdered(product, sent)
  if (refusal?.code === 'invalid') return expectAnswer(answer, refusal)
  const first = model.keyed.find((earlier) => earlier.user === user && earlier.key === key)
  if (first) return expectReplay(answer, first, sent)
  const tooMuch = refusal ?? whyTooMuch(model, user, product, sent.quantity as number)
  expectAnswer(answer, tooMuch ?? { status: 200 })
  if (tooMuch) return
  if (key !== null) remember(model, { user, key, sent }, '/perchase', answer)
  const line = newLine(request, answer.body, sent.quantity as number)
  placed(model, [line])
  expect(answer.body).toEqual(shownLine(model, line))
}

function expectReplay(answer: Answer, first: OrderModel['keyed'][number], sent: object): void {
  if (JSON.stringify(first.sent) !== JSON.stringify(sent)) {
    expectAnswer(answer, { status: 422, code: 'key-reused' })
    return
  }
  expect(answer.status).toBe(first.status)
  expect(JSON.stringify(answer.body)).toBe(JSON.stringify(first.body))
}

function remember(
  model: OrderModel,
  { user, key, sent }: { user: UserName; key: string; sent: object },
  path: string,
  { status, body }: Answer,
): void {
  model.keyed.push({ user, key, path, sent, status, body })
}

function newLine(
  { user, product, sent }: { user: UserName; product: ModelProduct; sent: { name: string; address: string } },
  { _id, orderId }: { _id: string; orderId: string },
  quantity: number,
): ModelLine {
  return {
    id: _id,
    orderId,
    buyer: user,
    product,
    name: sent.name,
    address: sent.address,
    cents: product.cents,
    quantity,
    status: 'unpaid',
    unshipped: 0,
    refundedShipped: 0,
  }
}

/** A line as the API returns it. */
export function shownLine({ emails }: OrderModel, line: ModelLine) {
  const { id, orderId, buyer, product, name, address, cents, quantity, status } = line
  return {
    _id: id,
    orderId,
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
    ...(line.paidBy && { transactionId: line.paidBy.money.id }),
    ...(line.cancel && { cancelledAt: expect.any(String) }),
  }
}
