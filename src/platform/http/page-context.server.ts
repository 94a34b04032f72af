import { createContext } from 'react-router'
import type { Db } from '#platform/database/database.server.ts'
import type { Log } from '#platform/log.server.ts'
import type { PagePolicy } from './content-security-policy.server.ts'
import type { RateLimit } from './rate-limits.server.ts'
import type { Site } from './site.ts'

/** The database, for the loaders of pages that are rendered on the server. */
export const databaseContext = createContext<Db>()

/** Where a page's failure is written down. */
export const logContext = createContext<Log>()

/** What the shop says of itself. */
export const siteContext = createContext<Site>()

/** Counts this request in a limit of its network address; throws a 429 once there are too many. */
export type LimitVisit = (limit: RateLimit) => Promise<void>

export const limitContext = createContext<LimitVisit>()

/** What a page at this path may do, for its Content-Security-Policy. */
export const pagePolicyContext = createContext<(pathname: string) => PagePolicy>()

/** Tells afterwards whether a page failed because the database did not answer. */
export const outageContext = createContext<{ isOutOfReach: boolean }>()
