import { isDeepStrictEqual } from 'node:util'
import {
  callShop,
  getAccessToken,
  type Login,
  overNetwork,
  placeOrder,
  type Send,
  signIn,
  signUp,
} from '#server/testing/api-driver.ts'
import { blackPng } from '#server/testing/images.ts'

export const ADMIN: Login = {
  email: 'owner@upgrade.example',
  password: 'the owner of the old shop',
}
const PASSWORD = 'the password of an old buyer'

type Row = Record<string, unknown> & { _id: string }

/** A shop's data as the API returns it, by name and id. */
export type Snapshot = { name: string; rows: Row[] }[]

export type OldData = { buyers: Login[]; unpaid: string[]; counts: string; imageUrl: string }

/** Fills a running shop through its API: accounts, an image, orders of every state, reviews. */
export async function fillShop(url: string, buyerCount: number): Promise<OldData> {
  const send = overNetwork(url)
  const imageUrl = await uploadImage(url)
  const products = (await callShop(send, 'GET', '/api/products?size=20&page=0')).body as {
    _id: string
    quantity: number
    minQuantity: number
  }[]
  const buyers: Login[] = []
  const unpaid: string[] = []
  let paid = 0
  let cancelled = 0
  for (let number = 0; number < buyerCount; number++) {
    const email = `buyer-${number}@upgrade.example`
    const user = { email, password: PASSWORD, name: `Old Buyer ${number}` }
    const cookie = await signUp(send, user)
    const token = await getAccessToken(send, email, cookie)
    buyers.push({ email, password: PASSWORD })
    const orders: string[] = []
    for (const offset of [0, 1, 2]) {
      const product = products[(number + offset) % products.length]
      if (!product) throw new Error('The demo has no products')
      const order = { productId: product._id, quantity: product.minQuantity, ...address(number) }
      orders.push(await placeOrder(send, token, order))
    }
    const [toPay = '', toCancel = '', toKeep = ''] = orders
    await payOrder(send, token, toPay)
    paid++
    await expectOk(callShop(send, 'DELETE', `/api/purchase/${toCancel}`, { token }))
    cancelled++
    unpaid.push(toKeep)
    const review = { rating: 1 + (number % 5), review: `A good old tool, says buyer ${number}.` }
    await callShop(send, 'POST', '/api/reviews', { token, body: { name: user.name, ...review } })
  }
  const counts = `${buyers.length} buyers, ${paid} orders paid, ${cancelled} cancelled, ${unpaid.length} unpaid, 1 image`
  return { buyers, unpaid, counts, imageUrl }
}

const address = (number: number) => ({
  name: `Old Buyer ${number}`,
  address: `${number + 1} Anvil Street`,
})

/** Pays an order with the simulated card, as a browser does. */
export async function payOrder(send: Send, token: string, orderId: string): Promise<void> {
  const { body } = await expectOk(
    callShop(send, 'GET', `/api/purchase/payment/${orderId}`, { token }),
  )
  const intent = body.clientSecret.replace(/_secret.*/, '')
  const fields = { client_secret: body.clientSecret, payment_method: 'pm_card_visa' }
  await expectOk(
    callShop(send, 'POST', `/simulators/stripe/v1/payment_intents/${intent}/confirm`, {
      headers: {
        Authorization: `Bearer ${body.publishableKey}`,
        'Content-Type': 'application/x-www-form-urlencoded',
      },
      text: `${new URLSearchParams(fields)}`,
    }),
  )
  const report = { transactionId: intent }
  await expectOk(callShop(send, 'PUT', `/api/purchase/${orderId}`, { token, body: report }))
}

/** Reads all lists of the API as the admin. */
export async function readShop(url: string): Promise<Snapshot> {
  const send = overNetwork(url)
  const token = await getAccessToken(send, ADMIN.email, await signIn(send, ADMIN))
  const lists = ['products', 'users', 'purchase', 'reviews', 'blogs']
  const read = async (name: string) => {
    const { body } = await expectOk(callShop(send, 'GET', `/api/${name}`, { token }))
    return { name, rows: body as Row[] }
  }
  return Promise.all(lists.map(read))
}

/** Returns lost and changed data: the new version must return every field of the old one. */
export function compareShops(before: Snapshot, after: Snapshot): string[] {
  return before.flatMap(({ name, rows }) => {
    const now = after.find((list) => list.name === name)?.rows ?? []
    const found = new Map(now.map((row) => [row._id, row]))
    const more = now.length === rows.length ? [] : [`${name}: ${rows.length}, then ${now.length}`]
    return [...more, ...rows.flatMap((row) => compareRow(name, row, found.get(row._id)))]
  })
}

function compareRow(name: string, before: Row, after: Row | undefined): string[] {
  if (!after) return [`${name} ${before._id} is missing`]
  return Object.entries(before).flatMap(([field, value]) =>
    isDeepStrictEqual(value, after[field])
      ? []
      : [
          `${name} ${before._id}: ${field} was ${JSON.stringify(value)}, is ${JSON.stringify(after[field])}`,
        ],
  )
}

async function uploadImage(url: string): Promise<string> {
  const send = overNetwork(url)
  const token = await getAccessToken(send, ADMIN.email, await signIn(send, ADMIN))
  const body = new FormData()
  const bytes = new Uint8Array(await blackPng(1200, 800))
  body.append('image', new Blob([bytes], { type: 'image/png' }), 'tool.png')
  const headers = { Authorization: `Bearer ${token}`, Origin: url }
  const answer = await fetch(`${url}/api/images`, { method: 'POST', headers, body })
  if (!answer.ok) throw new Error(`The upload returned ${answer.status}`)
  return (await answer.json()).data.url
}

async function expectOk(calling: ReturnType<typeof callShop>) {
  const answer = await calling
  if (answer.status === 200) return answer
  throw new Error(`The API returned ${answer.status}: ${JSON.stringify(answer.body)}`)
}
