import { sql } from 'kysely'
import { validate as isUuid, v7 as uuidv7 } from 'uuid'
import type { Db } from '#platform/database/database.server.ts'
import { recordAudit } from '#shop/audit/audit.server.ts'
import type { AuditContext } from '#shop/auth/access/caller.server.ts'
import { renderPost } from '#shop/blog/post-texts.server.ts'
import { keepVersion } from '#shop/texts/text-versions.server.ts'
import { missingPart, type NewPost, type PostChanges, type PostState, postStates } from './post-form.ts'

/** Why a post was not saved. */
export type PostRefusal =
  | { refused: 'no-such-post' | 'stale-post' }
  | { refused: 'incomplete-post'; field: NonNullable<ReturnType<typeof missingPart>> }

const columns = [
  'id',
  'title',
  'author',
  'authorRole',
  'image',
  'publishedAt',
  'version',
  sql<PostState>`case when published_at is null then 'draft'
    when published_at > now() then 'planned' else 'published' end`.as('state'),
] as const

export type StoredPost = NonNullable<Awaited<ReturnType<typeof findPost>>>
export type ListedPost = Omit<StoredPost, 'body'>

/** Returns the posts of a state without their texts, latest first; `page` starts at 0. */
export function listPosts(
  db: Db,
  { state, size, page }: { state: PostState; size: number; page: number },
): Promise<ListedPost[]> {
  return db
    .selectFrom(posts(db).as('post'))
    .selectAll()
    .where('state', '=', state)
    .orderBy('publishedAt', 'desc')
    .orderBy('id', 'desc')
    .limit(size)
    .offset(size * page)
    .execute()
}

export async function countPosts(db: Db): Promise<Record<PostState, number>> {
  const rows = await db
    .selectFrom(posts(db).as('post'))
    .select(({ fn }) => ['state', fn.countAll<string>().as('count')])
    .groupBy('state')
    .execute()
  const counts = postStates.map((state) => [
    state,
    Number(rows.find((row) => row.state === state)?.count ?? 0),
  ])
  return Object.fromEntries(counts)
}

/** Finds a post in any state; undefined for an unknown or deleted one. */
export async function findPost(db: Db, id: string) {
  return isUuid(id) ? wholePosts(db).where('id', '=', id).executeTakeFirst() : undefined
}

export function addPost(
  db: Db,
  { publish, imgURL = '', body = '', author = '', ...texts }: NewPost,
  audit: AuditContext,
): Promise<StoredPost | PostRefusal> {
  const field = publish === 'draft' ? null : missingPart({ body, author, imgURL })
  if (field) return Promise.resolve({ refused: 'incomplete-post', field })
  return db.transaction().execute(async (db) => {
    const id = uuidv7()
    const values = { id, ...texts, body, author, image: imgURL, publishedAt: timeOf(publish) }
    await db
      .insertInto('blogPost')
      .values({ ...values, ...renderPost(body), renderedVersion: 1 })
      .execute()
    await recordAudit(db, { action: 'post-added', subject: { id, name: texts.title }, ...audit })
    return stored(db, id)
  })
}

export function changePost(
  db: Db,
  id: string,
  { publish, imgURL, version: seen, ...texts }: PostChanges,
  audit: AuditContext,
): Promise<StoredPost | PostRefusal> {
  return db.transaction().execute(async (db) => {
    const before = await lockPost(db, id)
    if (!before) return { refused: 'no-such-post' as const }
    if (seen !== undefined && seen !== before.version) return { refused: 'stale-post' as const }
    const after = {
      ...texts,
      image: imgURL ?? before.image,
      publishedAt: publish === undefined ? before.publishedAt : timeOf(publish),
    }
    const written = writtenOf({ ...before, ...after })
    const field = after.publishedAt && missingPart(written)
    if (field) return { refused: 'incomplete-post' as const, field }
    const version = before.version + 1
    await keepVersion(db, id, writtenOf(before), written)
    await db
      .updateTable('blogPost')
      .set({ ...after, ...renderPost(written.body), version, renderedVersion: version })
      .where('id', '=', id)
      .execute()
    const post = await stored(db, id)
    await recordAudit(db, { action: 'post-changed', subject: { id, name: post.title }, ...audit })
    return post
  })
}

/** Deletes a post until it is restored; false when there is none. */
export function deletePost(db: Db, id: string, audit: AuditContext): Promise<boolean> {
  return db.transaction().execute(async (db) => {
    const post = await lockPost(db, id)
    if (!post) return false
    await db.updateTable('blogPost').set({ deletedAt: new Date() }).where('id', '=', id).execute()
    await recordAudit(db, { action: 'post-deleted', subject: { id, name: post.title }, ...audit })
    return true
  })
}

/** Brings a deleted post back, as it was. Idempotent. */
export function restorePost(db: Db, id: string, audit: AuditContext): Promise<StoredPost | PostRefusal> {
  return db.transaction().execute(async (db) => {
    if (!isUuid(id)) return { refused: 'no-such-post' as const }
    const { numUpdatedRows } = await db
      .updateTable('blogPost')
      .set({ deletedAt: null })
      .where('id', '=', id)
      .where('deletedAt', 'is not', null)
      .executeTakeFirstOrThrow()
    const post = await findPost(db, id)
    if (!post) return { refused: 'no-such-post' as const }
    if (numUpdatedRows === 1n) {
      const subject = { id, name: post.title }
      await recordAudit(db, { action: 'post-restored', subject, ...audit })
    }
    return post
  })
}

/** What an editor has written of a post. */
function writtenOf({ title, body, author, authorRole, image }: Omit<StoredPost, 'publishedAt'>) {
  return { title, body, author, authorRole, imgURL: image }
}

function posts(db: Db) {
  return db.selectFrom('blogPost').select(columns).where('deletedAt', 'is', null)
}

function wholePosts(db: Db) {
  return posts(db).select('body')
}

async function lockPost(db: Db, id: string) {
  return isUuid(id) ? wholePosts(db).where('id', '=', id).forUpdate().executeTakeFirst() : undefined
}

function stored(db: Db, id: string): Promise<StoredPost> {
  return wholePosts(db).where('id', '=', id).executeTakeFirstOrThrow()
}

function timeOf(publish: string) {
  if (publish === 'draft') return null
  // By the clock that decides what visitors see.
  return publish === 'now' ? sql<Date>`now()` : new Date(publish)
}
