import { createContext } from 'react-router'
import type { Db } from '#platform/database/database.server.ts'
import type { Log } from '#platform/log.server.ts'
import type { PagePolicy } from './content-security-policy.server.ts'
import type { Site } from './site.ts'

export const databaseContext = createContext<Db>()

/** The log, for errors while rendering a page. */
export const logContext = createContext<Log>()

/** The shop's name, URL and options. */
export const siteContext = createContext<Site>()

/** Returns the permissions of the page at a path, for its Content-Security-Policy. */
export const pagePolicyContext = createContext<(pathname: string) => PagePolicy>()

/** Records whether a page failed because the database was unreachable. */
export const outageContext = createContext<{ isDatabaseDown: boolean }>()

/**
 * Receives the HTML of a page. In a response, React Router would read it as a stream, which takes
 * longer than sending it.
 */
export const renderedPageContext = createContext<{ html: string | null }>()
