import { plainBody } from './post-body.ts'
import { cutText, cutToWords } from './truncate.ts'

/** A post of the blog, as the API and its page carry it. */
export type BlogPost = {
  _id: string
  title: string
  /** Plain text; post-body.ts says how it is read. */
  body: string
  imgURL: string
  author: string
  /** What the author does here; empty when that is not said. */
  authorRole: string
  /** A day, as in 2026-03-01. */
  publishedOn: string
}

/** A post as the list shows it: title and body cut short. */
export type BlogTeaser = Omit<BlogPost, 'authorRole'>

// product 2.12
const TEASER_TITLE = 60
const TEASER_BODY = 64

const LONGEST_SUMMARY = 155

export function toTeaser({ authorRole: _, ...post }: BlogPost): BlogTeaser {
  return {
    ...post,
    title: cutText(post.title, TEASER_TITLE),
    body: cutText(plainBody(post.body), TEASER_BODY),
  }
}

/** How a post begins, for search engines and link previews: whole words, about two lines. */
export function summary({ body }: BlogPost): string {
  return cutToWords(plainBody(body), LONGEST_SUMMARY)
}

const longDay = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

/** A day for people: March 1, 2026. */
export function formatDay(day: string): string {
  return longDay.format(new Date(day))
}
