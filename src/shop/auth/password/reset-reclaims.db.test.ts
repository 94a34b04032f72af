import { expect, test } from 'vitest'
import { addProduct, stockOf } from '#server/testing/products.ts'
import { openTestShop, type TestShop } from '#server/testing/test-shop.ts'
import { callApi, logIn, type Person, register, signUpUnverified } from '#server/testing/users.ts'
import { visitorLimits } from '#shop/auth/visitor-limits.server.ts'

const review = { name: 'Squatter', ratings: 1, review: 'Visit evil.example for better tools.' }
const profile = { name: 'Not Greta', address: '1 Thieves Lane', phone: '666', city: 'Elsewhere' }

/** Creates everything that an attacker can plant in an account. */
async function plant(shop: TestShop, person: Person) {
  const product = await addProduct(shop.db, { quantity: 100 })
  const order = { productId: product.id, quantity: 10, name: 'Squatter', address: '1 Thieves Lane' }
  await person.call('PUT', `/users/${person.email}`, profile)
  await person.call('POST', '/reviews', { email: person.email, ...review })
  const first = await person.call('POST', '/perchase', order, { 'Idempotency-Key': 'one' })
  await person.call('GET', `/purchase/payment/${first.body._id}`)
  await person.call('POST', '/perchase', order)
  return product
}

async function resetByMail(shop: TestShop, { email }: Person): Promise<void> {
  await callApi(shop.app, 'POST', '/auth/request-password-reset', { body: { email } })
  const mail = (await shop.readMails()).find(({ subject }) => subject.startsWith('Reset'))
  const token = /token=(\w+)/.exec(mail?.text ?? '')?.[1]
  const body = { token, newPassword: 'the owner’s own' }
  expect((await callApi(shop.app, 'POST', '/auth/reset-password', { body })).status).toBe(200)
}

const accountOf = ({ db }: TestShop, { email }: Person) =>
  db.selectFrom('account').selectAll().where('email', '=', email).executeTakeFirstOrThrow()

test('a reset by mail removes a squatter’s data from an unverified account', async () => {
  const shop = await openTestShop()
  const squatter = await signUpUnverified(shop)
  const product = await plant(shop, squatter)
  expect(await stockOf(shop.db, product.id)).toBe(80)
  await resetByMail(shop, squatter)

  expect(await accountOf(shop, squatter)).toMatchObject({
    name: squatter.email.split('@')[0],
    emailVerified: true,
    address: '',
    phone: '',
    city: '',
    image: null,
  })
  expect(await stockOf(shop.db, product.id)).toBe(100)
  for (const table of ['review', 'session', 'idempotencyKey'] as const)
    expect(await shop.db.selectFrom(table).selectAll().execute(), table).toEqual([])
  const orders = await shop.db
    .selectFrom('orderLine')
    .innerJoin('orders', 'orders.id', 'orderId')
    .select(['status', 'name', 'address'])
    .execute()
  const abandoned = { status: 'cancelled', name: 'Unknown', address: '' }
  expect(orders).toEqual([abandoned, abandoned])
  expect((await squatter.call('GET', `/users/${squatter.email}`)).status).toBe(401)
  const login = { email: squatter.email, password: squatter.password }
  expect((await callApi(shop.app, 'POST', '/auth/sign-in/email', { body: login })).status).toBe(401)

  // The owner cannot see those orders, in any list or by URL.
  const { email } = squatter
  const fresh = { email, password: 'the owner’s own' }
  const owner = await logIn(shop, fresh)
  for (const list of ['', '?state=cancelled'])
    expect((await owner.call('GET', `/purchase/${email}${list}`)).body).toEqual([])
  const [planted] = await shop.db.selectFrom('orderLine').select('id').execute()
  expect((await owner.call('GET', `/purchase/order/${planted?.id}`)).status).toBe(404)

  // The owner gets no mail about the attacker's actions.
  const subjects = (await shop.readMails()).map(({ subject }) => subject)
  expect(subjects).toHaveLength(2)
  expect(subjects.filter((subject) => /order|cancel/i.test(subject))).toEqual([])
  const reclaims = shop.db.selectFrom('auditEntry').where('action', '=', 'account-reclaimed')
  expect(await reclaims.select('subject').execute()).toEqual([{ subject: squatter.email }])
})

test('a reset of a verified account keeps profile, orders and review', async () => {
  const shop = await openTestShop()
  const jane = await register(shop)
  const product = await plant(shop, jane)
  await resetByMail(shop, jane)
  expect(await accountOf(shop, jane)).toMatchObject(profile)
  expect(await stockOf(shop.db, product.id)).toBe(80)
  expect(await shop.db.selectFrom('review').select('id').execute()).toHaveLength(1)
})

test('an unverified e-mail gets five mails with links a day, and the response does not reveal it', async () => {
  const shop = await openTestShop(undefined, undefined, { visitorLimits })
  const { email } = await signUpUnverified(shop)
  for (let request = 0; request < 8; request++) {
    shop.clock.now = new Date(shop.clock.now.getTime() + 10 * 60_000)
    const body = { email }
    const answer = await callApi(shop.app, 'POST', '/auth/request-password-reset', { body })
    expect(answer.status).toBe(200)
  }
  const mails = await shop.readMails()
  expect(mails).toHaveLength(5)
  // The first is that of the sign-up.
  expect(mails.filter(({ subject }) => subject.startsWith('Reset'))).toHaveLength(4)
})
