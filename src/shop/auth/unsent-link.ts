import { storageEntry } from '#platform/browser-storage.ts'

/** Until when no verification link can be mailed to a user who has just signed up. */
const entry = (email: string) => storageEntry('sessionStorage', `unsent link ${email}`)

/** Remembers, for this tab, that the sign-up sent no link, and when one can be requested. */
export function noteUnsentLink(email: string, seconds: number): void {
  entry(email).write(momentIn(seconds).toISOString())
}

/** Returns from when a link can be requested, as an ISO timestamp; null when one was sent. */
export function readUnsentLink(email: string): string | null {
  return entry(email).read()
}

export function forgetUnsentLink(email: string): void {
  entry(email).clear()
}

/** Returns the time `seconds` from now, rounded up to the minute, because texts show no seconds. */
export function momentIn(seconds: number): Date {
  return new Date(Math.ceil((Date.now() + seconds * 1000) / 60_000) * 60_000)
}
