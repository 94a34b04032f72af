import { randomUUID } from 'node:crypto'
import type { Scenario } from '#prove/scenario.ts'
import { PRODUCTS, userId } from '#prove/seed.ts'
import { type ProofShop, withShopIn } from '#prove/shop.ts'
import pageRoutes from '#routes.ts'
import {
  apiVerdicts,
  mountedRoutesWithoutVerdict,
  routesWithoutVerdict,
} from '#server/testing/authorization/api-verdicts.ts'
import { pagesWithoutVerdict, pageVerdicts } from '#server/testing/authorization/page-verdicts.ts'
import {
  rawRoutesWithoutVerdict,
  rawRouteVerdicts,
} from '#server/testing/authorization/raw-route-verdicts.ts'
import { createVerdictRequests } from '#server/testing/authorization/verdict-requests.ts'
import { image } from '#server/testing/images.ts'
import { type Canaries, createCanaries } from './canaries.ts'
import { callApi, credentialsOf, request, type Sent, upload } from './client.ts'
import { type Findings, note } from './findings.ts'
import { apiUsers, type MatrixUser, usersOfPages } from './matrix-users.ts'
import { emailOf as emailOfSeed, PASSWORD } from './passwords.ts'
import { FIRST_NEWCOMER, plantByCalls, plantInRows, USERS } from './plant-canaries.ts'
import { rawRoutes } from './raw-routes.ts'
import { sessionVerdicts, walkAuthRoutes, walkPages } from './walk-with-cookies.ts'

/** The buyer of the verdicts orders once for each role that cancels or pays. */
const WIDE_LIMITS = { OPEN_ORDERS: '10000 orders, $10000000, 50%' }

/**
 * Calls every route in every role. Each answer has the status of the route's verdict, and no
 * response may contain another user's canary; a route without a verdict is a deviation.
 */
export const authorizationMatrix: Scenario = {
  name: 'authorization matrix',
  run: async ({ environments, random, isShort }) => {
    const canaries = createCanaries(random)
    const environment = await environments.open()
    await environment.query((pool) => plantInRows(pool, canaries))
    const walk = async (shop: ProofShop) => {
      await plantByCalls(shop, canaries)
      const findings: Findings = { tries: 0, deviations: await findRoutesWithoutVerdict(shop) }
      await demote(shop)
      const users = await apiUsers(isShort)
      await walkApi(shop, users, canaries, findings)
      const pageUsers = await usersOfPages(isShort)
      await walkPages(shop, pageUsers, canaries, findings)
      await walkAuthRoutes(shop, pageUsers, canaries, findings)
      await walkRawRoutes(shop, canaries, findings)
      const tables = [apiVerdicts, pageVerdicts, sessionVerdicts]
      const routes = tables.flat().length + rawRouteVerdicts.length / 3
      const counted = `${routes} routes, ${users.length} roles, ${canaries.count()} canaries`
      return { ...findings, counted }
    }
    return withShopIn(environment, walk, { settings: WIDE_LIMITS })
  },
}

async function findRoutesWithoutVerdict(shop: ProofShop): Promise<string[]> {
  const { json } = await callApi(shop.running().url, 'GET', '/openapi.json')
  const mounted = await rawRoutes()
  return [
    ...routesWithoutVerdict(json.paths),
    ...mountedRoutesWithoutVerdict(mounted),
    ...rawRoutesWithoutVerdict(mounted),
    ...pagesWithoutVerdict(pageRoutes),
  ].map((route) => `no verdict for ${route}`)
}

/** Demotes an admin whose session stays open. */
async function demote(shop: ProofShop): Promise<void> {
  const { url } = shop.running()
  const admin = await credentialsOf(USERS.admin)
  const email = await emailOf(url, USERS.demoted)
  const { status, text } = await callApi(url, 'DELETE', `/users/admin/${email}`, admin)
  if (status !== 200) throw new Error(`Demoting an admin returned ${status} ${text}`)
}

async function emailOf(url: string, number: number): Promise<string> {
  const { json } = await callApi(url, 'GET', '/users', await credentialsOf(USERS.admin))
  return json.find(({ _id }: { _id: string }) => _id === userId(number)).email
}

async function walkApi(
  shop: ProofShop,
  users: MatrixUser[],
  canaries: Canaries,
  findings: Findings,
): Promise<void> {
  const { url } = shop.running()
  const requestOf = await createRequests(url, canaries)
  for (const verdict of apiVerdicts) {
    for (const user of users) {
      const { path, body } = await requestOf(verdict)
      // Calls without an idempotency key ignore it.
      const headers = { 'Idempotency-Key': randomUUID() }
      const sent: Sent = { ...(user.token && { token: user.token }), body, headers }
      const received = await callApi(url, verdict.method, path, sent)
      const expected = verdict.statuses[user.column]
      note(findings, canaries, received, user, expected, `${verdict.title} as ${user.name}`, {
        path,
        body,
      })
    }
  }
}

async function createRequests(url: string, canaries: Canaries) {
  const buyer = await credentialsOf(USERS.buyer)
  const admin = await credentialsOf(USERS.admin)
  const email = await emailOf(url, USERS.buyer)
  const call = async (method: string, path: string, body?: unknown) => {
    const { status, json } = await callApi(url, method, path, { token: buyer.token, body })
    return { status, body: json }
  }
  const imgURL = await upload(url, '/images', 'image', await image('png'), admin)
  const newProductBody = {
    name: 'Marking Gauge',
    perPrice: 24.5,
    quantity: 40,
    minQuantity: 10,
    description: 'Brass wear plates, a rosewood stock',
    imgURL,
  }
  const id = PRODUCTS[0] ?? ''
  const { sku } = (await callApi(url, 'GET', `/products/${id}`)).json
  let newcomers = FIRST_NEWCOMER
  return createVerdictRequests({
    buyer: { email, call },
    product: { id, sku },
    recipient: {
      name: canaries.plant(USERS.buyer, 'name of an order'),
      address: canaries.plant(USERS.buyer, 'address of an order'),
    },
    newProductBody,
    newcomer: async () => {
      newcomers += 1
      return { id: userId(newcomers), email: emailOfSeed(newcomers) }
    },
    newProduct: async () =>
      (await callApi(url, 'POST', '/products', { ...admin, body: newProductBody })).json._id,
    newSession: async () => {
      await callApi(url, 'POST', '/auth/sign-in/email', { body: { email, password: PASSWORD } })
      const sessions: { _id: string; isCurrent: boolean }[] = (await call('GET', '/sessions')).body
      return sessions.find((session) => !session.isCurrent)?._id ?? 'no session'
    },
  })
}

async function walkRawRoutes(shop: ProofShop, canaries: Canaries, findings: Findings): Promise<void> {
  const { url } = shop.running()
  const visitor = { number: null, isAdmin: false }
  const proxied = { 'X-Forwarded-For': '203.0.113.9' }
  for (const { method, path, origin, status } of rawRouteVerdicts) {
    // The proof has no second network to send from; raw-routes.db.test.ts covers this case.
    if (origin === 'far') continue
    const headers = origin === 'proxied' ? proxied : undefined
    const received = await request(url, method, path, { ...(headers && { headers }) })
    const title = `${method} ${path} ${origin}`
    // From this machine, the simulators respond by their own rules.
    if (path.startsWith('/simulators') && origin === 'near') continue
    // A built demo has this file itself.
    const own = path === '/favicon.ico' ? 200 : status
    const expected = path.startsWith('/simulators') ? 404 : own
    note(findings, canaries, received, visitor, expected, title, { path })
  }
}
