import { type Selectable, type SqlBool, sql } from 'kysely'
import { validate as isUuid } from 'uuid'
import type { DB } from '#db/database-tables.ts'
import type { Db } from '#platform/database/database.server.ts'
import type { BlogPost, BlogTeaser } from './blog-post.ts'
import { renderPost } from './post-texts.server.ts'
import { truncate } from './truncate.ts'

// product 2.12
const TEASER_TITLE = 60

const heads = ['id', 'title', 'image', 'author', 'authorRole', 'publishedAt'] as const

type Position = { size: number; page: number }

export async function countBlogPosts(db: Db): Promise<number> {
  const { count } = await publishedPosts(db)
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Returns the posts of a page that visitors see, newest first. */
export async function listBlogPosts(db: Db, position: Position): Promise<BlogPost[]> {
  const rows = await newestPosts(db, position)
    .select([...heads, 'body'])
    .execute()
  return rows.map(({ body, ...head }) => ({ ...toHead(head), body }))
}

/** Returns the same posts as their list shows them. */
export async function listTeasers(db: Db, position: Position): Promise<BlogTeaser[]> {
  const rows = await newestPosts(db, position)
    .select([...heads, 'teaser', staleBody])
    .execute()
  return rows.map(({ teaser, staleBody, ...row }) => {
    const { authorRole: _, ...head } = toHead(row)
    const body = staleBody === null ? teaser : renderPost(staleBody).teaser
    return { ...head, title: truncate(head.title, TEASER_TITLE), body }
  })
}

/** Returns the posts that visitors see by their ids, newest first, with a text that changes with them. */
export function listPostVersions(db: Db, position?: Position) {
  return newestPosts(db, position).select(['id', 'version', 'publishedAt']).execute()
}

/** Finds a post that visitors see; undefined for any other id. */
export async function findBlogPost(db: Db, id: string): Promise<BlogPost | undefined> {
  if (!isUuid(id)) return undefined
  const row = await publishedPosts(db)
    .select([...heads, 'body'])
    .where('id', '=', id)
    .executeTakeFirst()
  return row && { ...toHead(row), body: row.body }
}

export async function findBlogPage(db: Db, id: string) {
  if (!isUuid(id)) return undefined
  const row = await publishedPosts(db)
    .select([...heads, 'html', 'summary', staleBody])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) return undefined
  const { html, summary } = row.staleBody === null ? row : renderPost(row.staleBody)
  return { ...toHead(row), html, summary }
}

// A text is read only where an earlier release, beside this one, has saved it.
const staleBody = sql<string | null>`case when rendered_version is distinct from version then body end`.as(
  'staleBody',
)

function newestPosts(db: Db, { size, page }: Position = { size: 2 ** 31, page: 0 }) {
  return publishedPosts(db)
    .orderBy('publishedAt', 'desc')
    .orderBy('id')
    .limit(size)
    .offset(size * page)
}

function publishedPosts(db: Db) {
  return db
    .selectFrom('blogPost')
    .where(sql<SqlBool>`published_at <= now()`)
    .where('deletedAt', 'is', null)
    .$narrowType<{ publishedAt: Date }>()
}

type Head = Pick<Selectable<DB['blogPost']>, (typeof heads)[number]>

function toHead({ id, image, publishedAt, ...texts }: Head) {
  return { _id: id, ...texts, imgURL: image, publishedOn: dayOf(publishedAt) }
}

export function dayOf(publishedAt: Date | null): string {
  return publishedAt?.toISOString().slice(0, 10) ?? ''
}
