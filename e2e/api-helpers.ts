import { type APIRequestContext, expect } from '@playwright/test'

export type Buyer = { name: string; email: string; password: string }

/** Makes an account by the API; the session's cookie stays with whoever the calls belong to. */
export async function signUp(calls: APIRequestContext, buyer: Buyer) {
  const answer = await calls.post(`/api/auth/sign-up/email`, { data: buyer })
  if (!answer.ok()) throw new Error(`The sign-up was refused: ${await answer.text()}`)
}

/** Orders a product's minimum, of the first product unless one is named, for whoever is signed in; answers the order's id. */
export async function placeOrder(calls: APIRequestContext, buyer: Buyer, productName?: string) {
  const { name, email } = buyer
  const user = `/api/users/${encodeURIComponent(email)}`
  const { token } = await (await calls.put(user, { data: { email } })).json()
  const product = await findProduct(calls, productName)
  const answer = await calls.post(`/api/perchase`, {
    headers: { Authorization: `Bearer ${token}` },
    data: {
      ...{ name, email, address: '1 Anvil Street, Sheffield' },
      ...{ productId: product._id, quantity: product.minQuantity },
    },
  })
  if (!answer.ok()) throw new Error(`The order was refused: ${await answer.text()}`)
  const { _id } = await answer.json()
  return String(_id)
}

type Product = { _id: string; name: string; quantity: number; minQuantity: number }

/** The product of this name, or the first one. */
export async function findProduct(calls: APIRequestContext, name?: string): Promise<Product> {
  const products: Product[] = await (await calls.get(`/api/products?size=1000&page=0`)).json()
  const product = products.find((product) => name === undefined || product.name === name)
  if (!product) throw new Error(`There is no tool ${name}`)
  return product
}

/** The link of the verification mail, once it is in the inbox. */
export async function mailedLink(calls: APIRequestContext, email: string): Promise<string> {
  const find = async () => {
    const mails = await (
      await calls.get('/simulators/mail', { headers: { Accept: 'application/json' } })
    ).json()
    const mail = mails.find(({ to }: { to: string }) => to === email)
    return /\S+\/verify-email\S+/.exec(mail?.text ?? '')?.[0] ?? ''
  }
  await expect.poll(find).not.toBe('')
  return find()
}
