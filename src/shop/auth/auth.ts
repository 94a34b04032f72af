import { href } from 'react-router'
import { type Query, withQuery } from '#platform/http/query.ts'
export type CurrentUser = {
  uid: string
  email: string
  emailVerified: boolean
  displayName: string
  photoURL: string | null
  isAdmin: boolean
  /** The user whose prices an admin sees, and until when. */
  seesAs?: { uid: string; name: string; until: string }
}

export function resetPath(token: string): string {
  return withQuery(href('/reset-password'), { token })
}

/** Returns the path of the page that asks for the second factor's code. */
export function codePath(origin: string): string {
  return loginPath(origin, { code: true })
}

const SHOP = 'http://shop.invalid'

/** Returns the path to open after signing in: a path of this site, or the home page when `wanted` leads elsewhere. */
export function safeReturnPath(path: string | null | undefined): string {
  if (!path || !/^\/(?![/\\])/.test(path)) return href('/')
  if (!URL.canParse(path, SHOP)) return href('/')
  const url = new URL(path, SHOP)
  // Parse it as browsers do: they drop line breaks, and /.//x becomes //x.
  if (url.origin !== SHOP || url.pathname.startsWith('//')) return href('/')
  return url.pathname + url.search + url.hash
}

/** Returns the login page's URL with the path to return to. */
export function loginPath(origin: string, more: Query = {}): string {
  return withQuery(href('/login'), { from: origin, ...more })
}
