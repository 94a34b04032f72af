import { confirmCard, intentOf } from '#prove/card-actions.ts'
import type { Random } from '#prove/random.ts'
import { cookiesOf } from '#prove/security/client.ts'
import type { ProofShop } from '#prove/shop.ts'
import { authenticatorCode } from '#server/testing/api-driver.ts'
import type { Actor, Actors } from './actors.ts'
import type { Call } from './caller.ts'
import type { KnownValues } from './known-values.ts'

/** One walk through several calls to a state that random calls rarely reach. */
export type Flow = (walk: {
  shop: ProofShop
  actor: Actor
  call: Call
  random: Random
  known: KnownValues
  password: string
  actors: Pick<Actors, 'remember' | 'continueWith'>
}) => Promise<void>

const CARDS = ['pm_card_visa', 'pm_card_visa', 'pm_card_visa', 'pm_card_chargeDeclined']

const payOne: Flow = async (walk) => {
  const { shop, actor, call, random } = walk
  const [order] = await orderSome(walk, 1)
  if (!order) return
  const payable = await call(actor, 'GET', `/purchase/payment/${order}`)
  if (payable?.status !== 200) return
  await confirmCard(shop, payable.json, random.pick(CARDS))
  const transactionId = intentOf(payable.json.clientSecret)
  await call(actor, 'PUT', `/purchase/${order}`, { body: { transactionId } })
  await call(actor, 'GET', `/documents/of/${order}`)
}

const paySeveral: Flow = async (walk) => {
  const { shop, actor, call, random } = walk
  const lineIds = await orderSome(walk, random.integer(2, 4))
  const payable = await call(actor, 'POST', '/payments', { body: { lineIds } })
  if (payable?.status !== 200) return
  if (random.chance(0.3)) await call(actor, 'DELETE', `/purchase/${random.pick(lineIds)}`)
  await confirmCard(shop, payable.json, random.pick(CARDS))
  await call(actor, 'GET', `/payments/${payable.json._id}`)
  const transactionId = intentOf(payable.json.clientSecret)
  await call(actor, 'PUT', `/purchase/${random.pick(lineIds)}`, { body: { transactionId } })
}

const cancelOne: Flow = async (walk) => {
  const { actor, call, random } = walk
  const [order] = await orderSome(walk, 1)
  if (!order) return
  if (random.chance(0.5)) await call(actor, 'GET', `/purchase/payment/${order}`)
  await call(actor, 'DELETE', `/purchase/${order}`)
}

const keepList: Flow = async ({ actor, call, random, known }) => {
  const lines = [{ productId: known.pick('product'), quantity: random.integer(1, 50) }]
  const name = `List ${random.integer(1, 1_000_000)}`
  const added = await call(actor, 'POST', '/order-lists', { body: { name, lines } })
  if (added?.status !== 200) {
    const list = known.pick('list')
    if (list) await call(actor, 'DELETE', `/order-lists/${list}`)
    return
  }
  await call(actor, 'POST', `/order-lists/${added.json._id}/share`)
  const share = known.pick('share')
  if (share) await call({ email: '' }, 'GET', `/shared-lists/${share}`)
}

const secondFactor: Flow = async ({ actor, actors, call, password }) => {
  const setUp = await call(actor, 'POST', '/auth/two-factor/enable', { body: { password } })
  const setup: unknown = setUp?.json?.totpURI
  if (setUp?.status !== 200 || typeof setup !== 'string') return
  const code = await authenticatorCode(setup)
  const verified = await call(actor, 'POST', '/auth/two-factor/verify-totp', { body: { code } })
  if (verified?.status !== 200) return
  actors.remember(actor, setUp.json)
  // The first time, the session from before has ended.
  const signedIn = await actors.continueWith(actor, cookiesOf(verified.headers), call)
  if (signedIn) await call(signedIn, 'GET', '/auth/security')
}

export const FLOWS: Flow[] = [payOne, payOne, paySeveral, paySeveral, cancelOne, keepList, secondFactor]

/** Places lines, each as an order or all in one, and returns the ids of those that were placed. */
async function orderSome({ actor, call, random, known }: Parameters<Flow>[0], count: number) {
  const lines = Array.from({ length: count }, () => ({
    productId: known.pick('product'),
    quantity: random.integer(1, 60),
  }))
  const recipient = { name: 'Jane Buyer', address: '1 Anvil Street' }
  if (random.chance(0.3)) {
    const body = { ...recipient, lines }
    const placed = await call(actor, 'POST', '/orders', { body })
    return placed?.status === 200 ? placed.json.lines.map(({ _id }: { _id: string }) => _id) : []
  }
  const orders: string[] = []
  for (const line of lines) {
    const placed = await call(actor, 'POST', '/perchase', { body: { ...recipient, ...line } })
    if (placed?.status === 200) orders.push(placed.json._id)
  }
  return orders
}
