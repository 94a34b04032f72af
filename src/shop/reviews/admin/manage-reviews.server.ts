import { validate as isUuid } from 'uuid'
import type { Db } from '#platform/database/database.server.ts'
import { queueMail } from '#platform/mail/outbox.server.ts'
import { recordAudit } from '#shop/audit/audit.server.ts'
import type { AuditContext } from '#shop/auth/access/caller.server.ts'
import { countReviews, signedReviews } from '#shop/reviews/review-queries.server.ts'
import type { HiddenReview } from './review-mails.server.ts'
import type { ReviewState } from './review-states.ts'

export type ReviewRefusal = { refused: 'no-such-review' | 'already-hidden' }

export type ManagedReviewRow = NonNullable<Awaited<ReturnType<typeof findReview>>>

/** Returns a page of the reviews of a state, newest first; `page` starts at 0. */
export function listManagedReviews(
  db: Db,
  { state, size, page }: { state: ReviewState; size: number; page: number },
): Promise<ManagedReviewRow[]> {
  return managedReviews(db)
    .where('hiddenReason', state === 'hidden' ? 'is not' : 'is', null)
    .orderBy('review.id', 'desc')
    .limit(size)
    .offset(size * page)
    .execute()
}

export async function countManagedReviews(db: Db): Promise<Record<ReviewState, number>> {
  const { count } = await db
    .selectFrom('review')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('hiddenReason', 'is not', null)
    .executeTakeFirstOrThrow()
  return { shown: await countReviews(db), hidden: Number(count) }
}

/** Hides a review with a reason and tells its author, or shows it again without one. */
export function hideReview(
  db: Db,
  id: string,
  hiddenReason: string | null,
  audit: AuditContext,
): Promise<ManagedReviewRow | ReviewRefusal> {
  return db.transaction().execute(async (db) => {
    const review = await findReview(db, id)
    if (!review) return { refused: 'no-such-review' as const }
    // Decides between two admins: only one hides a review.
    const { numUpdatedRows } = await db
      .updateTable('review')
      .set({ hiddenReason })
      .where('id', '=', id)
      .where('hiddenReason', hiddenReason === null ? 'is not' : 'is', null)
      .executeTakeFirstOrThrow()
    if (numUpdatedRows === 0n) {
      return hiddenReason === null ? review : { refused: 'already-hidden' as const }
    }
    const action = hiddenReason === null ? 'review-shown' : 'review-hidden'
    await recordAudit(db, { action, subject: { id, name: review.name }, ...audit })
    if (hiddenReason !== null && review.email !== null) {
      const { email, name } = review
      const content: HiddenReview = { email, name, review: review.review, reason: hiddenReason }
      await queueMail(db, { template: 'review-hidden', content })
    }
    return { ...review, hiddenReason }
  })
}

function managedReviews(db: Db) {
  return signedReviews(db).select(['account.email', 'review.createdAt', 'hiddenReason'])
}

async function findReview(db: Db, id: string) {
  return isUuid(id) ? managedReviews(db).where('review.id', '=', id).executeTakeFirst() : undefined
}
