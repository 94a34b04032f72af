import { sql } from 'kysely'
import type { Db } from '#platform/database/database.server.ts'
import { renderMarkdown } from '#platform/markdown.ts'
import { truncate, truncateToWords } from './truncate.ts'

// product 2.12
const TEASER_BODY = 64

// For search engines and link previews: about two lines.
const LONGEST_SUMMARY = 155

/** Returns what is stored with a text: what its page, the list of posts and search engines show. */
export function renderPost(body: string) {
  const { html, plain } = renderMarkdown(body)
  return {
    html,
    teaser: truncate(plain, TEASER_BODY),
    summary: truncateToWords(plain, LONGEST_SUMMARY),
  }
}

/** Renders the posts that an earlier release has saved. */
export async function renderStalePosts(db: Db): Promise<void> {
  const stale = await db
    .selectFrom('blogPost')
    .select(['id', 'body', 'version'])
    .where(sql<boolean>`rendered_version is distinct from version`)
    .execute()
  for (const { id, body, version } of stale) {
    await db
      .updateTable('blogPost')
      .set({ ...renderPost(body), renderedVersion: version })
      .where('id', '=', id)
      .where('version', '=', version)
      .execute()
  }
}
