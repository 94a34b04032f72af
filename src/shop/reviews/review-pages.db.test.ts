import { type KyselyPlugin, SelectQueryNode, sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Db } from '#platform/database/database.server.ts'
import { createTestDatabase } from '#platform/testing/database.ts'
import { openTestShop } from '#server/testing/test-shop.ts'
import { signUp } from '#server/testing/users.ts'
import { countReviews, deleteReviewOf, listReviews } from './review-queries.server.ts'

const REVIEWS = 9_001

function insertReviews(db: Db) {
  return sql`insert into review (id, name, ratings, review)
    select gen_random_uuid(), 'Jane', 5, 'A square that stays square, day after day.'
    from generate_series(1, ${REVIEWS})`.execute(db)
}

/** Records how many rows each query skips. */
function notingOffsets(offsets: number[]): KyselyPlugin {
  return {
    transformQuery: ({ node }) => {
      const skipped = SelectQueryNode.is(node) && node.offset?.offset
      if (skipped && 'value' in skipped) offsets.push(Number(skipped.value))
      return node
    },
    transformResult: async ({ result }) => result,
  }
}

test('every page of many reviews is correct and skips at most half of them', async () => {
  const { db } = await createTestDatabase()
  await insertReviews(db)
  const all = await db.selectFrom('review').select('id').orderBy('id', 'desc').execute()
  const offsets: number[] = []
  const watched = db.withPlugin(notingOffsets(offsets))
  const size = 10
  for (const page of [0, 1, 199, 200, 449, 450, 451, 700, 899, 900, 901, 5_000_000]) {
    const reviews = await listReviews(watched, { size, page })
    const expected = all.slice(page * size, (page + 1) * size).map(({ id }) => id)
    expect(
      reviews.map(({ _id }) => _id),
      `page ${page}`,
    ).toEqual(expected)
  }
  expect(offsets.length).toBeGreaterThan(0)
  expect(Math.max(...offsets)).toBeLessThanOrEqual(REVIEWS / 2)
})

test('the review count follows inserts and deletions', async () => {
  const shop = await openTestShop()
  await insertReviews(shop.db)
  expect(await countReviews(shop.db)).toBe(REVIEWS)
  const jane = await signUp(shop)
  const words = { ratings: 5, review: 'A square that stays square, day after day.' }
  const mine = { ...words, email: jane.email, name: 'Jane' }
  expect((await jane.call('POST', '/reviews', mine)).status).toBe(200)
  expect((await jane.call('POST', '/reviews', mine)).status).toBe(409)
  expect(await countReviews(shop.db)).toBe(REVIEWS + 1)
  const { accountId } = await shop.db
    .selectFrom('review')
    .select('accountId')
    .where('accountId', 'is not', null)
    .executeTakeFirstOrThrow()
  await deleteReviewOf(shop.db, accountId ?? '')
  expect(await countReviews(shop.db)).toBe(REVIEWS)
  await sql`delete from review`.execute(shop.db)
  expect(await countReviews(shop.db)).toBe(0)
})
