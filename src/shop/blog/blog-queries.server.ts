import { type SqlBool, sql } from 'kysely'
import { validate as isUuid } from 'uuid'
import type { Db } from '#platform/database/database.server.ts'
import type { BlogPost } from './blog-post.ts'

/** Returns the posts that visitors see, newest first. */
export async function listBlogPosts(db: Db): Promise<BlogPost[]> {
  const rows = await publishedPosts(db).orderBy('publishedAt', 'desc').orderBy('id').execute()
  return rows.map(toBlogPost)
}

/** Finds a post that visitors see; undefined for any other id. */
export async function findBlogPost(db: Db, id: string): Promise<BlogPost | undefined> {
  if (!isUuid(id)) return undefined
  const row = await publishedPosts(db).where('id', '=', id).executeTakeFirst()
  return row && toBlogPost(row)
}

function publishedPosts(db: Db) {
  return db
    .selectFrom('blogPost')
    .select(['id', 'title', 'body', 'image', 'author', 'authorRole', 'publishedAt'])
    .where(sql<SqlBool>`published_at <= now()`)
    .where('deletedAt', 'is', null)
    .$narrowType<{ publishedAt: Date }>()
}

function toBlogPost(
  row: Awaited<ReturnType<ReturnType<typeof publishedPosts>['execute']>>[number],
): BlogPost {
  return {
    _id: row.id,
    title: row.title,
    body: row.body,
    imgURL: row.image,
    author: row.author,
    authorRole: row.authorRole,
    publishedOn: row.publishedAt.toISOString().slice(0, 10),
  }
}
