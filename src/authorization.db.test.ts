import { expect, test } from 'vitest'
import { deadTokenKinds, makeDeadTokens } from '#testing/dead-tokens.ts'
import { addProduct, newProduct } from '#testing/products.ts'
import { openTestShop, type TestShop } from '#testing/test-shop.ts'
import { callApi, signUp, signUpAdmin } from '#testing/users.ts'

// The product, the order and the e-mail below are the buyer's own, a newcomer is nobody of the four: what the others meet there.
// Whoever comes with a dead token meets what a visitor meets. A cancel leaves one ticket for stock.
const doors = `
                                     visitor  buyer  other  admin
  GET    /products                       200    200    200    200
  GET    /products?size=10&page=0        200    200    200    200
  GET    /products?q=a&price=1..9        200    200    200    200
  GET    /products/search?q=a            200    200    200    200
  GET    /products/suggest?q=a           200    200    200    200
  GET    /products/{tool}                200    200    200    200
  POST   /products/lookup  ids           200    200    200    200
  POST   /products/match   names         200    200    200    200
  GET    /products/details/{tool}        200    200    200    200
  GET    /productsCount                  200    200    200    200
  GET    /categories                     200    200    200    200
  GET    /synonyms                       401    403    403    200
  POST   /synonyms         synonym       401    403    403    200
  PUT    /synonyms/{unknown} synonym     401    403    403    404
  DELETE /synonyms/{unknown}             401    403    403    404
  GET    /searchMisses                   401    403    403    200
  GET    /categoryUsage                  401    403    403    200
  POST   /categories       category      401    403    403    200
  PUT    /categories/{unknown} name      401    403    403    404
  PUT    /categories/{unknown}/specifications specifications 401 403 403 404
  DELETE /categories/{unknown}           401    403    403    404
  PUT    /productsCategory assignment    401    403    403    200
  GET    /products/manage?search=a       401    403    403    200
  GET    /products/manageCount           401    403    403    200
  GET    /products/movements/{tool}      401    403    403    200
  POST   /products         product       401    403    403    200
  PUT    /products/{tool}  price         401    403    403    200
  DELETE /products/{newtool}             401    403    403    200
  PUT    /products/restore/{newtool}     401    403    403    200
  POST   /images           message       401    403    403    415
  POST   /productDocuments message       401    403    403    415
  PUT    /products/details/{unknown} details 401 403   403    404
  GET    /users/{email}                  401    200    404    200
  PUT    /users/{email}    profile       401    200    404    404
  PUT    /users/{email}    email         401    401    401    401
  GET    /users/admin/{email}            401    200    200    200
  GET    /users                          401    403    403    200
  GET    /users?size=10&search=a         401    403    403    200
  GET    /usersCount                     401    403    403    200
  PUT    /users/admin/{newcomer}         401    403    403    200
  DELETE /users/admin/{newcomer}         401    403    403    200
  DELETE /users/{newcomer}               401    403    403    200
  GET    /countries                      200    200    200    200
  POST   /perchase         order         401    200    200    200
  POST   /orders/batch     list          401    200    200    200
  GET    /purchase                       401    403    403    200
  GET    /purchase?size=10&search=a      401    403    403    200
  GET    /purchaseCount                  401    403    403    200
  GET    /purchase/order/{order}         401    200    404    200
  GET    /purchase/{email}               401    200    404    404
  GET    /purchaseCount/{email}          401    200    404    404
  GET    /purchase/payment/{order}       401    200    404    404
  PUT    /purchase/{order} payment       401    409    404    404
  PUT    /products/quantity/{tool} stock 401    403    403    403
  DELETE /purchase/{order}               401    200    404    200
  PUT    /products/quantity/{tool} stock 401    200    403    200
  GET    /order-list                     401    200    200    200
  PUT    /order-list       ownlist        401    200    200    200
  GET    /order-lists                    401    200    200    200
  POST   /order-lists      named          401    200    200    200
  PUT    /order-lists/{unknownId} ownlist 401    404    404    404
  POST   /order-lists/{unknownId}/share   401    404    404    404
  DELETE /order-lists/{unknownId}/share   401    404    404    404
  DELETE /order-lists/{unknownId}         401    404    404    404
  GET    /shared-lists/{unknown}         404    404    404    404
  GET    /documents/of/{order}           401    200    404    200
  GET    /documents/{kind}/{number}      401    200    404    200
  POST   /documents/zip    orders        401    200    404    200
  GET    /myOrders                       401    200    200    200
  GET    /myOrders/summary               401    200    200    200
  GET    /myOrders/often                 401    200    200    200
  GET    /myOrders/csv                   401    200    200    200
  GET    /orderLimits/{tool}             401    200    200    200
  GET    /heldStock                      401    403    403    200
  DELETE /heldStock/{newcomerId}         401    403    403    200
  GET    /reviews                        200    200    200    200
  GET    /reviewsCount                   200    200    200    200
  POST   /reviews          review        401    200    200    200
  GET    /reviews/{email}                401    200    404    404
  PUT    /reviews/{email}  review        401    200    404    404
  GET    /blogs                          200    200    200    200
  GET    /blogs/{unknown}                404    404    404    404
  POST   /contact          message       200    200    200    200
  GET    /dashboard/today                401    403    403    200
  POST   /payments         orders        401    200    404    404
  GET    /payments/{unknown}             401    404    404    404
  GET    /payments/{payment}             401    200    404    404
  POST   /payments/webhook payment       400    400    400    400
  GET    /openapi.json                   200    200    200    200
  GET    /sessions                       401    200    200    200
  DELETE /sessions                       401    200    200    200
  DELETE /sessions/{unknown}             401    404    404    404
  GET    /nothing                        404    404    404    404
`
const rows = doors
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => {
    const [method = '', path = '', ...rest] = line.trim().split(/\s+/)
    const body = Number.isNaN(Number(rest[0])) ? (rest.shift() ?? '') : ''
    return { method, path, body, statuses: rest.map(Number) }
  })

const roles = ['visitor', 'buyer', 'other', 'admin'] as const

/** Numbered, because one route is called at two moments. */
const titleOf = (row: (typeof rows)[number]) =>
  [rows.indexOf(row) + 1, row.method, row.path, row.body].filter(Boolean).join(' ')

/** One call of each route in each role, made once for all tests below, some 700 in all. */
let walked: Promise<Map<string, number>> | undefined
const walk = () => {
  walked ??= walkRoutes()
  return walked
}

const verdicts = rows.flatMap((row) => [
  ...roles.map((role, index) => [`${titleOf(row)} as ${role}`, row.statuses[index]] as const),
  // A dead token is worth what no token is.
  ...deadTokenKinds.map(
    (kind) => [`${titleOf(row)} with a token that is ${kind}`, row.statuses[0]] as const,
  ),
])

test.each(verdicts)('%s: %i', { timeout: 120_000 }, async (title, status) => {
  expect((await walk()).get(title)).toBe(status)
})

async function walkRoutes(): Promise<Map<string, number>> {
  const shop = await openTestShop()
  const deadTokens = await makeDeadTokens(shop)
  const buyer = await signUp(shop)
  const people = { visitor: '', buyer: buyer.token, other: (await signUp(shop)).token }
  const living = Object.entries({ ...people, admin: (await signUpAdmin(shop)).token })
  const product = await addProduct(shop.db, { quantity: 100_000 })
  const newOrder = { productId: product.id, quantity: 10, name: 'Jane', address: '1 Anvil Street' }
  const placed = (await buyer.call('POST', '/perchase', newOrder)).body
  const bodies: Record<string, unknown> = {
    profile: { city: 'Malmö' },
    email: { email: buyer.email },
    order: newOrder,
    names: { lines: [{ sku: product.sku, name: null }] },
    ids: { ids: [product.id] },
    named: { name: 'Van stock', lines: [] },
    ownlist: { lines: [{ productId: product.id, quantity: 10 }], version: 0 },
    list: { lines: [newOrder], name: newOrder.name, address: newOrder.address },
    review: { email: buyer.email, name: 'Jane', ratings: 5, review: 'Sharp, square and true.' },
    message: { name: 'Jane', email: buyer.email, message: 'Do you engrave anvils, and how deep?' },
    product: await newProduct(shop),
    price: { perPrice: 99.5 },
    orders: { orderIds: [placed._id] },
    payment: { transactionId: 'pi_unknown' },
    stock: { quantity: 10 },
    synonym: { terms: ['spanner', 'wrench'] },
    category: { name: 'Anvils', parent: null },
    name: { name: 'Spanners' },
    specifications: { specifications: [], seen: [] },
    details: { pictures: [], documents: [], version: 'old' },
    assignment: { category: null, products: [product.id] },
  }

  const knock = async (row: (typeof rows)[number], token: string) => {
    const order = row.path.includes('{order}') && (await buyer.call('POST', '/perchase', newOrder))
    const newcomer = row.path.includes('{newcomer}') ? (await addNewcomer(shop)).email : ''
    const newcomerId = row.path.includes('{newcomerId}') ? (await addNewcomer(shop)).id : ''
    const isTogether = row.body === 'orders' || row.path.includes('{payment}')
    const together = isTogether && (await buyer.call('POST', '/perchase', newOrder))
    if (together) bodies.orders = { orderIds: [together.body._id] }
    const payment =
      row.path.includes('{payment}') && (await buyer.call('POST', '/payments', bodies.orders))
    const newProduct = row.path.includes('{newtool}') ? (await addProduct(shop.db)).id : ''
    const path = row.path
      .replace('{unknownId}', '0191f7a0-0000-7000-8000-000000000000')
      .replace('{newtool}', newProduct)
      .replace('{newcomer}', newcomer)
      .replace('{newcomerId}', newcomerId)
      .replace('{tool}', product.id)
      .replace('{kind}/{number}', `confirmation/${placed.orderNumber}`)
      .replace('{email}', buyer.email)
      .replace('{order}', order ? order.body._id : '')
      .replace('{payment}', payment ? payment.body._id : '')
    return callApi(shop.app, row.method, path, { token, body: bodies[row.body] })
  }
  const met = new Map<string, number>()
  for (const row of rows) {
    for (const [role, token] of living) {
      const { status, body } = await knock(row, token)
      met.set(`${titleOf(row)} as ${role}`, status)
      if (status >= 400) expect(Object.keys(body)).toEqual(['code', 'message'])
    }
    for (const [kind, token] of Object.entries(deadTokens)) {
      met.set(`${titleOf(row)} with a token that is ${kind}`, (await knock(row, token)).status)
    }
  }
  return met
}

test('what a stranger sends is not even read: who calls is known first', async () => {
  const shop = await openTestShop()
  const buyer = await signUp(shop)
  const said: string[] = []
  for (const { method, path, statuses } of rows) {
    // Of PUT /users/{email} the body itself says which of two calls is meant.
    if (method === 'PUT' && path === '/users/{email}') continue
    const malformed = path.replace(/\?.*/, '').replace('{email}', buyer.email)
    const knock = async (token: string) => {
      const body = method === 'GET' ? undefined : { quantity: 'many', email: 7 }
      const query = '?size=none&page=-1'
      return (await callApi(shop.app, method, malformed + query, { token, body })).status
    }
    const isForAdmins = statuses[1] === 403 && statuses[3] === 200
    if (statuses[0] === 401 && (await knock('')) !== 401) said.push(`${method} ${path}: a visitor`)
    if (isForAdmins && (await knock(buyer.token)) !== 403) said.push(`${method} ${path}: a buyer`)
  }
  expect(said).toEqual([])
})

test('every route of the API is in the walk', async () => {
  const { app } = await openTestShop()
  const { paths } = (await callApi(app, 'GET', '/openapi.json')).body
  const routes = Object.entries<object>(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${anyName(path)}`),
  )
  // better-auth's own calls are for visitors, and their tests are in shop/auth.
  const guarded = routes.filter((route) => !route.includes(' /auth/'))
  const walked = rows.map(({ method, path }) => `${method} ${anyName(path.replace(/\?.*/, ''))}`)
  expect(guarded.filter((route) => !walked.includes(route))).toEqual([])
})

test('each route says in its definition who may call it, and so it is', async () => {
  const { app } = await openTestShop()
  const { paths } = (await callApi(app, 'GET', '/openapi.json')).body
  const access = new Map(
    Object.entries<object>(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => [
        `${method.toUpperCase()} ${anyName(path)}`,
        operation['x-access'],
      ]),
    ),
  )
  expect(
    [...access].filter(([, who]) => !['public', 'session', 'user', 'admin'].includes(who)),
  ).toEqual([])
  const said: string[] = []
  for (const { method, path, statuses } of rows) {
    const [visitor, buyer] = statuses
    const who = access.get(`${method} ${anyName(path.replace(/\?.*/, ''))}`)
    if (who === undefined) continue
    const walked = visitor !== 401 ? 'public' : buyer === 403 ? 'admin' : 'user'
    // A buyer who cancelled nothing is refused the acknowledgement of stock too.
    if (who !== walked && !path.startsWith('/products/quantity/'))
      said.push(`${method} ${path}: ${who}, not ${walked}`)
  }
  expect(said).toEqual([])
})

const anyName = (path: string) => path.replaceAll(/\{\w+\}/g, '{}')

/** An account that nobody logs in to. */
async function addNewcomer({ db }: TestShop): Promise<{ id: string; email: string }> {
  const id = crypto.randomUUID()
  const email = `${id}@example.com`
  await db.insertInto('account').values({ id, email, name: 'Newcomer' }).execute()
  return { id, email }
}
