import { plainMarkdown } from '#platform/markdown.ts'
import type { BlogPost, BlogTeaser } from './blog-post.ts'
import { truncate, truncateToWords } from './truncate.ts'

// product 2.12
const TEASER_TITLE = 60
const TEASER_BODY = 64

const LONGEST_SUMMARY = 155

export function toTeaser({ authorRole: _, ...post }: BlogPost): BlogTeaser {
  return {
    ...post,
    title: truncate(post.title, TEASER_TITLE),
    body: truncate(plainMarkdown(post.body), TEASER_BODY),
  }
}

/**
 * Returns the start of a post for search engines and link previews: whole words, about two lines.
 */
export function summary({ body }: BlogPost): string {
  return truncateToWords(plainMarkdown(body), LONGEST_SUMMARY)
}
