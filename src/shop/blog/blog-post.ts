import type { z } from 'zod'
import type { blogPostJson } from './blog-json.server.ts'
import { plainBody } from './post-body.ts'
import { truncate, truncateToWords } from './truncate.ts'

/** A blog post as the API and its page receive it. */
export type BlogPost = z.infer<typeof blogPostJson>

/** A post in the list, with title and body truncated. */
export type BlogTeaser = Omit<BlogPost, 'authorRole'>

// product 2.12
const TEASER_TITLE = 60
const TEASER_BODY = 64

const LONGEST_SUMMARY = 155

export function toTeaser({ authorRole: _, ...post }: BlogPost): BlogTeaser {
  return {
    ...post,
    title: truncate(post.title, TEASER_TITLE),
    body: truncate(plainBody(post.body), TEASER_BODY),
  }
}

/**
 * Returns the start of a post for search engines and link previews: whole words, about two lines.
 */
export function summary({ body }: BlogPost): string {
  return truncateToWords(plainBody(body), LONGEST_SUMMARY)
}

const longDay = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

/** Formats a day: March 1, 2026. */
export function formatDay(day: string): string {
  return longDay.format(new Date(day))
}
