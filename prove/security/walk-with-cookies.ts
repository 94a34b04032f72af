import { PRODUCTS, userId } from '#prove/seed.ts'
import type { ProofShop } from '#prove/shop.ts'
import { authVerdicts } from '#server/testing/authorization/auth-verdicts.ts'
import { pageVerdicts } from '#server/testing/authorization/page-verdicts.ts'
import type { Canaries } from './canaries.ts'
import { callApi, credentialsOf, request } from './client.ts'
import { type Findings, note } from './findings.ts'
import type { MatrixUser } from './matrix-users.ts'
import { USERS } from './plant-canaries.ts'

/** The calls under /auth that need a session; the others are public. */
export const sessionVerdicts = authVerdicts.filter(({ access }) => access === 'session')

/** Valid for every call under /auth that needs a body, and changes nothing: the password is wrong. */
const AUTH_BODY = {
  currentPassword: 'not the password',
  newPassword: 'another password',
  password: 'not the password',
  newEmail: 'taken-over@example.com',
  id: 'no passkey',
  name: 'Stolen key',
  response: {},
}

/** Opens every page, and asks for its data, with each user's session cookie. */
export async function walkPages(
  shop: ProofShop,
  users: MatrixUser[],
  canaries: Canaries,
  findings: Findings,
): Promise<void> {
  const { url } = shop.running()
  const values = await pageValues(url)
  for (const { path: template, statuses } of pageVerdicts) {
    const path = template.replaceAll(/\{(\w+)\}/g, (_, name) => values[name] ?? `no ${name}`)
    const data = path === '/' ? '/_.data' : `${path}.data`
    for (const user of users) {
      const sent = user.cookie ? { cookie: user.cookie } : {}
      const page = await request(url, 'GET', path, sent)
      const title = `${template} as ${user.name}`
      note(findings, canaries, page, user, statuses[user.column], title, { path })
      const received = await request(url, 'GET', data, sent)
      // React Router answers a redirect of the data in its own way.
      const status = statuses[user.column]
      const expected = status === 302 ? 202 : status
      note(findings, canaries, received, user, expected, `data of ${title}`, { path })
    }
  }
}

/** The objects of the buyer that pages name. */
async function pageValues(url: string): Promise<Record<string, string>> {
  const { token } = await credentialsOf(USERS.buyer)
  const call = async (method: string, path: string, body?: object) =>
    (await callApi(url, method, path, { token, body })).json
  const order = { productId: PRODUCTS[0], quantity: 10, name: 'Jane', address: '1 Anvil Street' }
  const placed = await call('POST', '/perchase', order)
  const payment = await call('POST', '/payments', { orderIds: [placed._id] })
  const list = await call('POST', '/order-lists', { name: 'Shared by link', lines: [] })
  const { token: shared } = await call('POST', `/order-lists/${list._id}/share`)
  const categories = await call('GET', '/categories')
  const id = PRODUCTS[0] ?? ''
  return {
    product: id,
    tool: `proof-product-${id}`,
    order: placed._id,
    payment: payment._id,
    shared,
    category: categories[0]?.slug ?? 'anvils',
    customer: userId(USERS.buyer),
    post: '0191f7a0-0000-7000-8000-000000000000',
  }
}

/** Makes every call under /auth that needs a session, with each user's session cookie. */
export async function walkAuthRoutes(
  shop: ProofShop,
  users: MatrixUser[],
  canaries: Canaries,
  findings: Findings,
): Promise<void> {
  const { url } = shop.running()
  for (const { method, path } of sessionVerdicts) {
    for (const user of users) {
      const received = await callApi(url, method, path, {
        ...(method !== 'GET' && { body: AUTH_BODY }),
        ...(user.cookie && { cookie: user.cookie }),
      })
      // A user's own call may be refused for its body, but is neither unknown nor an error.
      const isAnswered = received.status !== 401 && received.status < 500
      const expected = user.column === 'visitor' ? 401 : isAnswered ? received.status : 200
      note(findings, canaries, received, user, expected, `${path} as ${user.name}`, { path })
    }
  }
}
