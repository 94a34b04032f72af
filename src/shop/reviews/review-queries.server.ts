import { v7 as uuidv7 } from 'uuid'
import type { Db } from '#platform/database/database.server.ts'
import { emailText } from '#platform/email-text.server.ts'
import type { OwnReview, Review } from './review.ts'
import type { ReviewForm } from './review-form.ts'

// So few rows are skipped sooner than it is known how many there are.
const NEAR = 2000

/** One page of the reviews, newest first; `page` starts at 0. It is read from the nearer end. */
export async function listReviews(
  db: Db,
  { size, page }: { size: number; page: number },
): Promise<Review[]> {
  const before = size * page
  // Below 0 the page is short of so many.
  const after = before < NEAR ? Number.POSITIVE_INFINITY : (await countReviews(db)) - before - size
  const isForward = before <= after
  const limit = size + Math.min(0, after)
  if (limit <= 0) return []
  // What is skipped is walked in the narrow index of ids; only the page's own rows are read whole,
  // in a statement of its own: a plan of both in one may read them all.
  const ids = await db
    .selectFrom('review')
    .select('id')
    .orderBy('id', isForward ? 'desc' : 'asc')
    .limit(limit)
    .offset(isForward ? before : Math.max(0, after))
    .execute()
  if (ids.length === 0) return []
  const rows = await signedReviews(db)
    .where(
      'review.id',
      'in',
      ids.map(({ id }) => id),
    )
    .orderBy('review.id', 'desc')
    .execute()
  return rows.map(toReview)
}

/** The reviews that follow `after`, newest first: a page of a long stream. */
export async function listReviewsAfter(
  db: Db,
  after: string | null,
  size: number,
): Promise<Review[]> {
  const rows = await signedReviews(db)
    .$if(after !== null, (query) => query.where('review.id', '<', after))
    .orderBy('review.id', 'desc')
    .limit(size)
    .execute()
  return rows.map(toReview)
}

export async function countReviews(db: Db): Promise<number> {
  const { written } = await db.selectFrom('reviewCount').select('written').executeTakeFirstOrThrow()
  return written
}

/** The review that an account has written; undefined before it has. */
export async function findOwnReview(db: Db, accountId: string): Promise<OwnReview | undefined> {
  const row = await signedReviews(db)
    .select('account.email')
    .where('review.accountId', '=', accountId)
    .executeTakeFirst()
  return row && { ...toReview(row), email: emailText(row.email ?? '') }
}

type Words = Pick<ReviewForm, 'ratings' | 'review'>

/** Adds an account's review; false when it has one already, be it since a moment ago. */
export async function insertReview(db: Db, accountId: string, words: Words): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('review')
    .values({ id: uuidv7(), accountId, ratings: words.ratings, review: words.review })
    .onConflict((conflict) => conflict.column('accountId').doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/** Rewrites an account's review; false when it has none. */
export async function updateReview(db: Db, accountId: string, words: Words): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('review')
    .set({ ratings: words.ratings, review: words.review, updatedAt: new Date() })
    .where('accountId', '=', accountId)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** Removes the review of an account that is being closed, where there is one. */
export async function deleteReviewOf(db: Db, accountId: string): Promise<void> {
  await db.deleteFrom('review').where('accountId', '=', accountId).execute()
}

/** Reviews with the name and image of their authors. */
function signedReviews(db: Db) {
  return db
    .selectFrom('review')
    .leftJoin('account', 'account.id', 'review.accountId')
    .select((row) => [
      'review.id',
      'review.ratings',
      'review.review',
      'account.image',
      // One of them is there: a CHECK of the table says so.
      row.fn.coalesce('account.name', 'review.name').$notNull().as('name'),
    ])
}

type SignedReview = Awaited<ReturnType<ReturnType<typeof signedReviews>['execute']>>[number]

function toReview({ id, name, ratings, review, image }: SignedReview): Review {
  // Images of other sites, as Google's of its users, are not shown: the fallback stands in.
  const imgURL = image?.startsWith('/media/') ? { imgURL: image } : {}
  return { _id: id, name, ratings, review, ...imgURL }
}
