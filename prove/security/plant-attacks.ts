import type pg from 'pg'
import { PRODUCTS, userId } from '#prove/seed.ts'
import { pdf } from '#server/testing/documents.ts'
import { attacks } from '#server/testing/script-attacks.ts'
import { callApi, credentialsOf, type Sent, upload } from './client.ts'
import { emailOf } from './passwords.ts'

export const ADMIN = 0
export const BUYER = 1

/** Spreadsheet formulas. */
const FORMULAS = ['=HYPERLINK("http://evil.example")', '+1+1', '-2+3', '@SUM(1,1)', '\t=1+1']

const all = [...attacks, ...FORMULAS].join(' ')
const [script = '', image = '', svg = ''] = attacks
const [formula = ''] = FORMULAS

/** Attacks in rows that no call of a seeded user writes: names of passkeys and of other sessions' devices. */
export async function plantAttacksInRows(pool: pg.Pool): Promise<void> {
  await pool.query(
    `insert into passkey (id, user_id, name, public_key, credential_id, counter, device_type, backed_up)
     values (gen_random_uuid(), $1, $2, 'key', 'id', 0, 'singleDevice', false)`,
    [userId(BUYER), script],
  )
  await pool.query(
    `insert into session (id, user_id, token, expires_at, user_agent, ip_address)
     values (gen_random_uuid(), $1, gen_random_uuid()::text, now() + interval '1 day', $2, $3)`,
    [userId(BUYER), all, image],
  )
}

/** The pages' objects that carry attacks. */
export type Planted = {
  fields: number
  order: string
  orderNumber: string
  payment: string
  shared: string
  category: string
}

/** Writes attacks into every text field that the API takes. */
export async function plantAttacks(url: string): Promise<Planted> {
  const admin = await credentialsOf(ADMIN)
  const buyer = await credentialsOf(BUYER)
  let fields = 0
  const call = async (sender: Sent, method: string, path: string, body?: object) => {
    const { status, text, json } = await callApi(url, method, path, { ...sender, body })
    if (status !== 200) throw new Error(`${method} ${path} returned ${status} ${text}`)
    fields += body ? countTexts(body) : 0
    return json
  }
  const [first = '', second = '', third = ''] = PRODUCTS

  const category = await call(admin, 'POST', '/categories', { name: script, parent: null })
  const specifications = [
    { name: image.slice(0, 40), kind: 'text', unit: null, choices: null },
    { name: svg.slice(0, 40), kind: 'choice', unit: null, choices: [script, image] },
    { name: 'Size', kind: 'number', unit: '<b>m', choices: null },
  ]
  const specified = { specifications, seen: [] }
  await call(admin, 'PUT', `/categories/${category.slug}/specifications`, specified)
  await call(admin, 'PUT', `/products/${first}`, { category: category.slug })
  await call(admin, 'POST', '/synonyms', { terms: [script, svg] })
  const texts = [
    { name: script, description: all.slice(0, 100) },
    { name: image, description: image.padEnd(20, '.') },
    { name: formula, description: svg.padEnd(20, '.') },
  ]
  for (const [index, product] of [first, second, third].entries()) {
    await call(admin, 'PUT', `/products/${product}`, texts[index])
  }
  const file = await upload(url, '/productDocuments', 'document', await pdf('Safety'), admin)
  const { version } = await call(admin, 'GET', `/products/details/${first}`)
  const documents = [{ title: script, url: file }]
  await call(admin, 'PUT', `/products/details/${first}`, { images: [], documents, version })

  const email = emailOf(BUYER)
  await call(buyer, 'PUT', `/users/${email}`, {
    name: image,
    phone: script,
    country: script,
    city: image,
    region: image,
    postcode: formula.slice(0, 20),
    address: all,
    company: script,
    taxId: script,
  })
  await call(buyer, 'POST', '/reviews', {
    email,
    name: script,
    ratings: 5,
    review: all.slice(0, 150),
  })
  await call({}, 'POST', '/contact', { name: script, email, message: all, product: image })
  const recipient = {
    name: script,
    address: all.slice(0, 400),
    poNumber: formula,
    shippingAddress: {
      name: image,
      street: all.slice(0, 400),
      city: script,
      region: script,
      country: image,
    },
  }
  const line = { productId: first, quantity: 10, ...recipient }
  const placed = await call(buyer, 'POST', '/perchase', line)
  const lines = [first, second, third].map((productId) => ({ productId, quantity: 10 }))
  const batch = { ...recipient, poNumber: script, lines }
  const order = await call(buyer, 'POST', '/orders', batch)
  const payment = await call(buyer, 'POST', '/payments', { orderIds: [order._id] })
  await call(buyer, 'PUT', '/order-list', { lines, version: 0 })
  const list = await call(buyer, 'POST', '/order-lists', { name: image, lines })
  const { token: shared } = await call(buyer, 'POST', `/order-lists/${list._id}/share`)
  await callApi(url, 'GET', `/products/search?q=${encodeURIComponent(svg)}`)
  return {
    fields,
    order: placed._id,
    orderNumber: placed.orderNumber,
    payment: payment._id,
    shared,
    category: category.slug,
  }
}

/** Counts the texts of a body that carry an attack. */
export function countTexts(value: unknown): number {
  if (typeof value === 'string') return /[<=]/.test(value) ? 1 : 0
  if (typeof value !== 'object' || value === null) return 0
  return Object.values(value).reduce((sum: number, item) => sum + countTexts(item), 0)
}
