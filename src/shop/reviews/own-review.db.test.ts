import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { openTestShop } from '#server/testing/test-shop.ts'
import { callApi, type Person, signUp } from '#server/testing/users.ts'

const text = 'Sixty files, sharp and straight, and the tangs fit.'

const reviewOf = ({ email }: Person, more: object = {}) => ({
  name: 'Jane Buyer',
  email,
  ratings: 4,
  review: text,
  ...more,
})

test('my review is null, then added, then updated', async () => {
  const shop = await openTestShop()
  const jane = await signUp(shop)
  const path = `/reviews/${jane.email}`
  expect(await jane.call('GET', path)).toMatchObject({ status: 200, body: null })

  const added = await jane.call('POST', '/reviews/', reviewOf(jane))
  expect(added.status).toBe(200)
  const mine = { _id: added.body._id, ...reviewOf(jane) }
  expect(added.body).toEqual(mine)
  expect((await jane.call('GET', path)).body).toEqual(mine)

  const better = `${text} Even better now.`
  const updated = await jane.call('PUT', path, reviewOf(jane, { ratings: 5, review: better }))
  expect(updated.status).toBe(200)
  expect(updated.body).toEqual({ ...mine, ratings: 5, review: better })
  expect((await jane.call('GET', path)).body).toEqual(updated.body)
})

test('the e-mail in the path is accepted in any case and encoding', async () => {
  const shop = await openTestShop()
  const jane = await signUp(shop)
  await jane.call('POST', '/reviews', reviewOf(jane))
  const path = `/reviews/${encodeURIComponent(jane.email.toUpperCase())}`
  expect((await jane.call('GET', path)).body.email).toBe(jane.email)
})

test('the public list omits the e-mail and returns the text unchanged', async () => {
  const shop = await openTestShop()
  const jane = await signUp(shop)
  const html = '<script>alert(document.cookie)</script>'
  await jane.call('POST', '/reviews', reviewOf(jane, { review: html }))
  const pages = [
    await callApi(shop.app, 'GET', '/reviews?size=6&page=0'),
    await callApi(shop.app, 'GET', '/reviews'),
  ]
  for (const { body } of pages) {
    expect(body).toEqual([{ _id: expect.any(String), name: 'Jane Buyer', ratings: 4, review: html }])
  }
})

test('the author comes from the token; name, e-mail and image in the body are ignored', async () => {
  const shop = await openTestShop()
  const jane = await signUp(shop)
  const victim = await signUp(shop, 'Victor Victim')
  const forged = { name: 'Forgewell', email: victim.email, imgURL: 'https://evil.example/x.svg' }
  const { status, body } = await jane.call('POST', '/reviews', reviewOf(jane, forged))
  expect(status).toBe(200)
  expect(body).toMatchObject({ name: 'Jane Buyer', email: jane.email })
  expect(body).not.toHaveProperty('imgURL')
  expect((await victim.call('GET', `/reviews/${victim.email}`)).body).toBeNull()
})

test('a review shows only images of the shop', async () => {
  const shop = await openTestShop()
  const jane = await signUp(shop)
  await jane.call('POST', '/reviews', reviewOf(jane))
  const shownFor = async (image: string) => {
    await shop.db.updateTable('account').set({ image }).where('email', '=', jane.email).execute()
    return (await callApi(shop.app, 'GET', '/reviews?size=6&page=0')).body[0].imgURL
  }
  expect(await shownFor('/media/0123456789abcdef0123456789abcdef.webp')).toBe(
    '/media/0123456789abcdef0123456789abcdef.webp',
  )
  expect(await shownFor('https://photos.example/jane.jpg')).toBeUndefined()
})

test.each([
  [{ ratings: 0 }, 'ratings', 'Minium 1'],
  [{ ratings: 6 }, 'ratings', 'Maximum 5'],
  [{ ratings: 3.5 }, 'ratings', 'Ratings must be a whole number'],
  [{ review: 'a'.repeat(19) }, 'review', 'Minimun length 20 Character'],
  [{ review: '🔨'.repeat(19) }, 'review', 'Minimun length 20 Character'],
  [{ review: 'a'.repeat(151) }, 'review', 'Maximun Length is 150 Character'],
  [{ name: '' }, 'name', 'Name is required'],
  [{ email: undefined }, 'email', 'Email is required'],
])('%j is refused', async (broken, field, message) => {
  const shop = await openTestShop()
  const jane = await signUp(shop)
  const refused = await jane.call('POST', '/reviews', reviewOf(jane, broken))
  expect(refused.status).toBe(422)
  expect(refused.body).toEqual({ code: 'invalid', message, fields: { [field]: message } })
  expect((await jane.call('GET', `/reviews/${jane.email}`)).body).toBeNull()

  await jane.call('POST', '/reviews', reviewOf(jane))
  const update = await jane.call('PUT', `/reviews/${jane.email}`, reviewOf(jane, broken))
  expect(update.status).toBe(422)
  expect((await jane.call('GET', `/reviews/${jane.email}`)).body).toMatchObject(reviewOf(jane))
})

test.each(['a'.repeat(20), 'a'.repeat(150), '🔨'.repeat(20), '🔨'.repeat(150)])(
  'a text at the limits is stored unchanged: %s',
  async (review) => {
    const shop = await openTestShop()
    const jane = await signUp(shop)
    const { status, body } = await jane.call('POST', '/reviews', reviewOf(jane, { review }))
    expect(status).toBe(200)
    expect(body.review).toBe(review)
  },
)

test('a second review is refused', async () => {
  const shop = await openTestShop()
  const jane = await signUp(shop)
  await jane.call('POST', '/reviews', reviewOf(jane))
  const second = await jane.call('POST', '/reviews', reviewOf(jane, { ratings: 1 }))
  expect(second.status).toBe(409)
  expect(second.body.code).toBe('already-reviewed')
  expect((await jane.call('GET', `/reviews/${jane.email}`)).body.ratings).toBe(4)
})

test('of 20 concurrent reviews exactly one is added', async () => {
  const shop = await openTestShop()
  const jane = await signUp(shop)
  const sent = Array.from({ length: 20 }, () => jane.call('POST', '/reviews', reviewOf(jane)))
  const statuses = (await Promise.all(sent)).map(({ status }) => status)
  expect(statuses.sort()).toEqual([200, ...Array.from({ length: 19 }, () => 409)])
  expect((await callApi(shop.app, 'GET', '/reviewsCount')).body).toEqual({ count: 1 })
})

test('updating a missing review responds 404', async () => {
  const shop = await openTestShop()
  const jane = await signUp(shop)
  const { status } = await jane.call('PUT', `/reviews/${jane.email}`, reviewOf(jane))
  expect(status).toBe(404)
})

test('another user’s review can be neither read nor updated', async () => {
  const shop = await openTestShop()
  const [jane, joe] = [await signUp(shop), await signUp(shop, 'Joe Buyer')]
  await jane.call('POST', '/reviews', reviewOf(jane))
  await joe.call('POST', '/reviews', reviewOf(joe))
  expect((await joe.call('GET', `/reviews/${jane.email}`)).status).toBe(404)
  const forged = reviewOf(jane, { ratings: 1 })
  expect((await joe.call('PUT', `/reviews/${jane.email}`, forged)).status).toBe(404)
  expect((await jane.call('GET', `/reviews/${jane.email}`)).body.ratings).toBe(4)
})

test('a visitor cannot write a review', async () => {
  const shop = await openTestShop()
  const jane = await signUp(shop)
  const body = reviewOf(jane)
  const path = `/reviews/${jane.email}`
  expect((await callApi(shop.app, 'POST', '/reviews', { body })).status).toBe(401)
  expect((await callApi(shop.app, 'PUT', path, { body })).status).toBe(401)
  expect((await callApi(shop.app, 'GET', path)).status).toBe(401)
  expect((await callApi(shop.app, 'GET', '/reviewsCount')).body).toEqual({ count: 0 })
})

test('a review without a user cannot be edited and does not block new ones', async () => {
  const shop = await openTestShop()
  const demo = { id: uuidv7(), name: 'Jane Buyer', ratings: 2, review: text }
  await shop.db.insertInto('review').values(demo).execute()
  const jane = await signUp(shop, 'Jane Buyer')
  const path = `/reviews/${jane.email}`
  expect((await jane.call('PUT', path, reviewOf(jane))).status).toBe(404)
  expect((await jane.call('POST', '/reviews', reviewOf(jane))).status).toBe(200)
  expect((await callApi(shop.app, 'GET', '/reviews')).body).toMatchObject([
    { ratings: 4 },
    { _id: demo.id, ratings: 2 },
  ])
})

test('a review is deleted with its user', async () => {
  const shop = await openTestShop()
  const jane = await signUp(shop)
  await jane.call('POST', '/reviews', reviewOf(jane))
  await shop.db.deleteFrom('account').where('email', '=', jane.email).execute()
  expect((await callApi(shop.app, 'GET', '/reviewsCount')).body).toEqual({ count: 0 })
})
