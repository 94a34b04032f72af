import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import type { Db } from '#platform/database/database.server.ts'
import { openTestShop } from '#server/testing/test-shop.ts'
import { callApi } from '#server/testing/users.ts'

/** Adds reviews as the seed does: without users. */
async function addReviews(db: Db, count: number) {
  const rows = Array.from({ length: count }, (_, index) => ({
    id: uuidv7(),
    name: `Customer ${index}`,
    ratings: (index % 5) + 1,
    review: 'Forty chisels, and every one of them holds its edge.',
  }))
  await db.insertInto('review').values(rows).execute()
  return rows
}

test('a list starts with the newest, page by page, and nothing twice', async () => {
  const { app, db } = await openTestShop()
  const names = (await addReviews(db, 8)).map(({ name }) => name).reverse()
  const namesOn = async (page: number) =>
    (await callApi(app, 'GET', `/reviews?size=3&page=${page}`)).body.map(
      (review: { name: string }) => review.name,
    )
  expect(await namesOn(0)).toEqual(names.slice(0, 3))
  expect(await namesOn(2)).toEqual(names.slice(6))
  expect(await namesOn(3)).toEqual([])
})

test('without a size, all come', async () => {
  const { app, db } = await openTestShop()
  await addReviews(db, 7)
  expect((await callApi(app, 'GET', '/reviews')).body).toHaveLength(7)
  expect((await callApi(app, 'GET', '/reviews/')).body).toHaveLength(7)
})

test('the whole list streams across its pages of 1,000', async () => {
  const { app, db } = await openTestShop()
  const rows = await addReviews(db, 1001)
  const { body } = await callApi(app, 'GET', '/reviews')
  expect(body.map(({ _id }: { _id: string }) => _id)).toEqual(rows.map(({ id }) => id).reverse())
})

test('the count counts', async () => {
  const { app, db } = await openTestShop()
  expect((await callApi(app, 'GET', '/reviewsCount')).body).toEqual({ count: 0 })
  await addReviews(db, 3)
  expect((await callApi(app, 'GET', '/reviewsCount')).body).toEqual({ count: 3 })
})

test.each([
  'size=0&page=0',
  'size=1001&page=0',
  'size=-1&page=0',
  'size=2.5&page=0',
  'size=many&page=0',
  'size=6&page=-1',
  'size=6&page=one',
])('a list of %s is malformed', async (query) => {
  const { app } = await openTestShop()
  const { status, body } = await callApi(app, 'GET', `/reviews?${query}`)
  expect(status).toBe(400)
  expect(body.code).toBe('malformed')
})

test.each(['size=1&page=0', 'size=1000&page=0', 'size=6&page=2000000000'])(
  'a list of %s is fine',
  async (query) => {
    const { app } = await openTestShop()
    expect(await callApi(app, 'GET', `/reviews?${query}`)).toMatchObject({ status: 200, body: [] })
  },
)
