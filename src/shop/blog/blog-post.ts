import type { z } from 'zod'
import type { blogPostJson } from './blog-json.server.ts'

export type BlogPost = z.infer<typeof blogPostJson>

/** A post in the list, with title and body truncated. */
export type BlogTeaser = Omit<BlogPost, 'authorRole'>

const longDay = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

export function formatDay(day: string): string {
  return longDay.format(new Date(day))
}
