import type { MiddlewareHandler } from 'hono'
import type { Db } from '#platform/database/database.server.ts'
import type { Site } from '#platform/http/site.ts'
import { findExistingPages } from '#shop/pages/legal-pages.server.ts'

// Another process may have changed it.
const MAX_AGE_MS = 1_000

export type LiveSite = {
  /** Reads what the owner has set. */
  refresh: () => Promise<void>
  /** Reads it again in the background when it is old. */
  middleware: MiddlewareHandler
}

/** Keeps `site` as the owner has set it: the object is changed in place, so all that use it follow. */
export function createLiveSite(db: Db, site: Site): LiveSite {
  let readAt = 0
  const refresh = async () => {
    readAt = Date.now()
    site.legalPages = await findExistingPages(db)
  }
  return {
    refresh,
    middleware: (_, next) => {
      // Without the database, the last state stays.
      if (Date.now() - readAt > MAX_AGE_MS) refresh().catch(() => {})
      return next()
    },
  }
}
