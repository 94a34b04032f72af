import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router'
import { type Db, isReachable } from '#platform/database/database.server.ts'
import type { PagePolicy } from '#platform/http/content-security-policy.server.ts'
import { unavailable } from '#platform/http/http-errors.ts'
import {
  databaseContext,
  logContext,
  outageContext,
  pagePolicyContext,
  renderedPageContext,
  siteContext,
} from '#platform/http/page-context.server.ts'
import type { Site } from '#platform/http/site.ts'
import type { Log } from '#platform/log.server.ts'
import { currentUserContext } from '#shop/auth/access/current-user.server.ts'
import type { Auth } from '#shop/auth/auth.server.ts'
import { findCurrentUser } from '#shop/auth/user-queries.server.ts'
import { countMessageContext } from '#shop/contact/contact-messages.server.ts'
import type { OrderRules } from '#shop/orders/purchase/order-caps.ts'
import { orderRulesContext } from '#shop/orders/purchase/order-rules.server.ts'
import { pageOrOutage } from './page-outage.server.ts'

/** The dependencies of pages. */
export type PageDeps = {
  db: Db
  readDb: Db
  auth: Auth
  site: Site
  log: Log
  pagePolicy: (pathname: string) => PagePolicy
  orderRules: OrderRules
}

/** Creates the handler of page requests. */
export type Pages = (deps: PageDeps) => PageHandler
export type PageHandler = (request: Request, countMessage: () => Promise<void>) => Promise<Response>

/** Returns the server-rendered pages of a React Router build. */
export function createPages(build: ServerBuild): Pages {
  const handle = createRequestHandler(build, import.meta.env.MODE)
  return (deps) => async (request, countMessage) => {
    const { db, auth, site, log, pagePolicy, orderRules } = deps
    const currentUser = findCurrentUser(db, auth, request.headers)
    // Prevents an unhandled rejection on pages that never await it.
    currentUser.catch(() => {})
    const context = new RouterContextProvider()
    context.set(databaseContext, db)
    context.set(siteContext, site)
    context.set(currentUserContext, currentUser)
    context.set(logContext, log)
    context.set(countMessageContext, countMessage)
    context.set(orderRulesContext, orderRules)
    context.set(pagePolicyContext, pagePolicy)
    const outage = { isDatabaseDown: false }
    context.set(outageContext, outage)
    const page: { html: string | null } = { html: null }
    context.set(renderedPageContext, page)
    const render = async () => {
      const response = withPage(await handle(request, context), page.html)
      return outage.isDatabaseDown ? asUnavailable(response) : response
    }
    return pageOrOutage(render(), () => isReachable(db))
  }
}

/** The response with the rendered page; data requests and redirects have none. */
function withPage(response: Response, html: string | null): Response {
  if (html === null || response.body !== null) return response
  const { status, headers } = response
  headers.set('Content-Length', `${Buffer.byteLength(html)}`)
  return new Response(html, { status, headers })
}

/** The same page as a 503 with Retry-After, so that search engines try again. */
function asUnavailable({ body, headers }: Response): Response {
  const { status, headers: retry } = unavailable()
  const all = new Headers(headers)
  for (const [name, value] of Object.entries(retry)) all.set(name, value)
  return new Response(body, { status, headers: all })
}
