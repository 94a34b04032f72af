import { v7 as uuidv7 } from 'uuid'
import type { Db } from '#platform/database/database.server.ts'
import { isNearStart, nearerEnd } from '#platform/database/nearer-end.server.ts'
import { emailText } from '#platform/email-text.server.ts'
import type { OwnReview, Review } from './review.ts'
import type { ReviewForm } from './review-form.ts'

/** Returns one page of the reviews, newest first; `page` starts at 0. Reads from the nearer end. */
export async function listReviews(db: Db, { size, page }: { size: number; page: number }): Promise<Review[]> {
  const total = isNearStart({ size, page }) ? undefined : await countReviews(db)
  const { isForward, limit, offset } = nearerEnd(size * page, size, total)
  // Skips rows in a narrow index of ids. The page's own rows are read in a separate statement,
  // because a combined plan may read all of them.
  const ids = await db
    .selectFrom('review')
    .select('id')
    .where('hiddenReason', 'is', null)
    .orderBy('id', isForward ? 'desc' : 'asc')
    .limit(limit)
    .offset(offset)
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

/** Returns the reviews after `after`, newest first: one batch of a stream. */
export async function listReviewsAfter(db: Db, after: string | null, size: number): Promise<Review[]> {
  const rows = await signedReviews(db)
    .where('hiddenReason', 'is', null)
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

/** Finds a user's own review; undefined when there is none. */
export async function findOwnReview(db: Db, accountId: string): Promise<OwnReview | undefined> {
  const row = await signedReviews(db)
    .select(['account.email', 'hiddenReason'])
    .where('review.accountId', '=', accountId)
    .executeTakeFirst()
  return (
    row && {
      ...toReview(row),
      email: emailText(row.email ?? ''),
      ...(row.hiddenReason !== null && { hiddenReason: row.hiddenReason }),
    }
  )
}

type Words = Pick<ReviewForm, 'ratings' | 'review'>

/** Adds a user's review; false when one exists, even if added concurrently. */
export async function insertReview(db: Db, accountId: string, words: Words): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('review')
    .values({ id: uuidv7(), accountId, ratings: words.ratings, review: words.review })
    .onConflict((conflict) => conflict.column('accountId').doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/** Updates a user's review; false when there is none. */
export async function updateReview(db: Db, accountId: string, words: Words): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('review')
    .set({ ratings: words.ratings, review: words.review, updatedAt: new Date() })
    .where('accountId', '=', accountId)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

export async function deleteReviewOf(db: Db, accountId: string): Promise<void> {
  await db.deleteFrom('review').where('accountId', '=', accountId).execute()
}

/** Selects reviews with the name and image of their authors. */
export function signedReviews(db: Db) {
  return db
    .selectFrom('review')
    .leftJoin('account', 'account.id', 'review.accountId')
    .select((row) => [
      'review.id',
      'review.ratings',
      'review.review',
      'account.image',
      // A CHECK constraint guarantees that one of them is set.
      row.fn.coalesce('account.name', 'review.name').$notNull().as('name'),
    ])
}

type SignedReview = Awaited<ReturnType<ReturnType<typeof signedReviews>['execute']>>[number]

export function toReview({ id, name, ratings, review, image }: SignedReview): Review {
  // External images, such as Google's profile images, are not shown.
  const imgURL = image?.startsWith('/media/') ? { imgURL: image } : {}
  return { _id: id, name, ratings, review, ...imgURL }
}
