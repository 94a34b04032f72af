import type { z } from 'zod'
import type { blogPostJson } from './blog-json.server.ts'

/** A blog post as the API and its page receive it. */
export type BlogPost = z.infer<typeof blogPostJson>

/** A post in the list, with title and body truncated. */
export type BlogTeaser = Omit<BlogPost, 'authorRole'>

const longDay = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

/** Formats a day: March 1, 2026. */
export function formatDay(day: string): string {
  return longDay.format(new Date(day))
}
