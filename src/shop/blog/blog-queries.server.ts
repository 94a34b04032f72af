import type { Selectable } from 'kysely'
import { validate as isUuid } from 'uuid'
import type { Db } from '#platform/database/database.server.ts'
import type { BlogPost as BlogPostTable } from '#platform/database/database-tables.ts'
import type { BlogPost } from './blog-post.ts'

/** Returns all posts, newest first. */
export async function listBlogPosts(db: Db): Promise<BlogPost[]> {
  const rows = await db
    .selectFrom('blogPost')
    .selectAll()
    .orderBy('publishedOn', 'desc')
    .orderBy('id')
    .execute()
  return rows.map(toBlogPost)
}

/** Finds a post; undefined for an unknown id. */
export async function findBlogPost(db: Db, id: string): Promise<BlogPost | undefined> {
  if (!isUuid(id)) return undefined
  const row = await db.selectFrom('blogPost').selectAll().where('id', '=', id).executeTakeFirst()
  return row && toBlogPost(row)
}

function toBlogPost(row: Selectable<BlogPostTable>): BlogPost {
  return {
    _id: row.id,
    title: row.title,
    body: row.body,
    imgURL: row.image,
    author: row.author,
    authorRole: row.authorRole,
    publishedOn: row.publishedOn,
  }
}
