import { expect, test } from 'vitest'
import {
  apiVerdicts,
  mountedRoutesWithoutVerdict,
  roles,
  routesWithoutVerdict,
  shapeOf,
} from './testing/authorization/api-verdicts.ts'
import { createVerdictRequests } from './testing/authorization/verdict-requests.ts'
import { invalidTokenKinds, makeInvalidTokens } from './testing/invalid-tokens.ts'
import { addProduct, newProduct } from './testing/products.ts'
import { openTestShop, type TestShop } from './testing/test-shop.ts'
import { callApi, signUp, signUpAdmin } from './testing/users.ts'

/** One call of each route in each role, made once for all tests below, some 700 in all. */
let walked: Promise<Map<string, number>> | undefined
const walk = () => {
  walked ??= walkRoutes()
  return walked
}

const verdicts = apiVerdicts.flatMap(({ title, statuses }) => [
  ...roles.map((role) => [`${title} as ${role}`, statuses[role]] as const),
  // An invalid token counts as none.
  ...invalidTokenKinds.map((kind) => [`${title} with a token that is ${kind}`, statuses.visitor] as const),
])

test.each(verdicts)('%s: %i', { timeout: 120_000 }, async (title, status) => {
  expect((await walk()).get(title)).toBe(status)
})

async function walkRoutes(): Promise<Map<string, number>> {
  const shop = await openTestShop()
  const invalidTokens = await makeInvalidTokens(shop)
  const buyer = await signUp(shop)
  const users = { visitor: '', buyer: buyer.token, other: (await signUp(shop)).token }
  const validTokens = Object.entries({ ...users, admin: (await signUpAdmin(shop)).token })
  const { id, sku } = await addProduct(shop.db, { quantity: 100_000 })
  const requestOf = await createVerdictRequests({
    buyer,
    product: { id, sku: sku ?? '' },
    newProductBody: await newProduct(shop),
    newcomer: () => addNewcomer(shop),
    newProduct: async () => (await addProduct(shop.db)).id,
    newSession: () => addSession(shop, buyer.email),
  })

  const statusByTitle = new Map<string, number>()
  for (const row of apiVerdicts) {
    const send = async (token: string) => {
      const { path, body } = await requestOf(row)
      // Calls without an idempotency key ignore it.
      const headers = { 'Idempotency-Key': crypto.randomUUID() }
      return callApi(shop.app, row.method, path, { token, body, headers })
    }
    for (const [role, token] of validTokens) {
      const { status, body } = await send(token)
      statusByTitle.set(`${row.title} as ${role}`, status)
      if (status >= 400) expect(Object.keys(body)).toEqual(['code', 'message'])
    }
    for (const [kind, token] of Object.entries(invalidTokens)) {
      statusByTitle.set(`${row.title} with a token that is ${kind}`, (await send(token)).status)
    }
  }
  return statusByTitle
}

test('anonymous requests are rejected before their body is parsed', async () => {
  const shop = await openTestShop()
  const buyer = await signUp(shop)
  const problems: string[] = []
  for (const { method, path, statuses } of apiVerdicts) {
    // PUT /users/{email} is two calls; only its body tells which one.
    if (method === 'PUT' && path === '/users/{email}') continue
    const malformed = path.replace(/\?.*/, '').replace('{email}', buyer.email)
    const send = async (token: string) => {
      const body = method === 'GET' ? undefined : { quantity: 'many', email: 7 }
      const query = '?size=none&page=-1'
      return (await callApi(shop.app, method, malformed + query, { token, body })).status
    }
    const isForAdmins = statuses.buyer === 403 && statuses.admin === 200
    if (statuses.visitor === 401 && (await send('')) !== 401) problems.push(`${method} ${path}: a visitor`)
    if (isForAdmins && (await send(buyer.token)) !== 403) problems.push(`${method} ${path}: a buyer`)
  }
  expect(problems).toEqual([])
})

test('every route of the API has a verdict, also one that is not described', async () => {
  const { app } = await openTestShop()
  const { paths } = (await callApi(app, 'GET', '/openapi.json')).body
  expect(routesWithoutVerdict(paths)).toEqual([])
  expect(mountedRoutesWithoutVerdict(app.routes)).toEqual([])
  expect(routesWithoutVerdict({ '/auth/new': { get: {} } })).toEqual(['GET /auth/new'])
  const added = [
    { method: 'GET', path: '/api/new/:id{[0-9]{2}}' },
    { method: 'ALL', path: '/api/auth/any' },
  ]
  expect(mountedRoutesWithoutVerdict(added)).toEqual(['GET /new/{}', 'ALL /auth/any'])
})

test('each route’s declared access matches its behaviour', async () => {
  const { app } = await openTestShop()
  const { paths } = (await callApi(app, 'GET', '/openapi.json')).body
  const access = new Map(
    Object.entries<object>(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => [shapeOf(method, path), operation['x-access']]),
    ),
  )
  expect(
    [...access].filter(([, declared]) => !['public', 'session', 'user', 'admin'].includes(declared)),
  ).toEqual([])
  const problems: string[] = []
  for (const { method, path, statuses } of apiVerdicts) {
    const { visitor, buyer } = statuses
    const declared = access.get(shapeOf(method, path))
    if (declared === undefined) continue
    const walked = visitor !== 401 ? 'public' : buyer === 403 ? 'admin' : 'user'
    // A buyer who cancelled nothing is refused the acknowledgement of stock too.
    if (declared !== walked && !path.startsWith('/products/quantity/'))
      problems.push(`${method} ${path}: ${declared}, not ${walked}`)
  }
  expect(problems).toEqual([])
})

/** An account without a session. */
async function addNewcomer({ db }: TestShop): Promise<{ id: string; email: string }> {
  const id = crypto.randomUUID()
  const email = `${id}@example.com`
  const newcomer = { id, email, name: 'Newcomer', emailVerified: true }
  await db.insertInto('account').values(newcomer).execute()
  return { id, email }
}

/** Another session of a user, and its id. */
async function addSession({ db }: TestShop, email: string): Promise<string> {
  const id = crypto.randomUUID()
  const { id: userId } = await db
    .selectFrom('account')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  const expiresAt = new Date(Date.now() + 60 * 60_000)
  await db.insertInto('session').values({ id, userId, token: id, expiresAt }).execute()
  return id
}
