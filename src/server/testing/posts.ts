import { v7 as uuidv7 } from 'uuid'
import type { Db } from '#platform/database/database.server.ts'

/** Publishes a post by Marta Lindqvist and returns its id. */
export async function addPost(
  db: Db,
  post: { title?: string; body?: string; publishedOn?: string } = {},
): Promise<string> {
  const id = uuidv7()
  const publishedOn = post.publishedOn ?? '2026-01-02'
  await db
    .insertInto('blogPost')
    .values({
      id,
      title: post.title ?? `Of ${publishedOn}`,
      body: post.body ?? 'Steel has a memory.',
      author: 'Marta Lindqvist',
      authorRole: 'Forge master',
      image: '/media/0123456789abcdef0123456789abcdef.webp',
      publishedAt: new Date(publishedOn),
    })
    .execute()
  return id
}
