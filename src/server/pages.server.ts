import type { Auth } from 'better-auth'
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
import { refuseAuth } from '#shop/auth/auth-refusals.server.ts'
import { findCurrentUser } from '#shop/auth/user-queries.server.ts'
import { countMessageContext, type MessageNotice } from '#shop/contact/contact-messages.server.ts'
import type { OrderRules } from '#shop/orders/order-caps.ts'
import { orderRulesContext } from '#shop/orders/purchase/order-rules.server.ts'
import { redirectOf } from '#shop/redirects/redirects.server.ts'
import { mayRecordMissContext } from '#shop/search/limit-searches.server.ts'
import type { PageHandle } from '#web/page-handle.ts'
import { pageOrOutage } from './page-outage.server.ts'

export type PageDeps = {
  db: Db
  auth: Auth
  site: Site
  log: Log
  pagePolicy: (pathname: string) => PagePolicy
  orderRules: OrderRules
}

/** What pages count of a visitor, whose IP address they do not know. */
type VisitorCounts = { countMessage: () => Promise<MessageNotice>; mayRecordMiss: () => boolean }

export type Pages = (deps: PageDeps) => PageHandler
export type PageHandler = {
  handle: (request: Request, visitor: VisitorCounts) => Promise<Response>
  routes: PageRoute[]
}
export type PageRoute = PageHandle & { path: string }

export function createPages(build: ServerBuild): Pages {
  const handle = createRequestHandler(build, import.meta.env.MODE)
  const routes = pageRoutes(build.routes)
  const handlePage =
    (deps: PageDeps): PageHandler['handle'] =>
    async (request, { countMessage, mayRecordMiss }) => {
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
      context.set(mayRecordMissContext, mayRecordMiss)
      context.set(orderRulesContext, orderRules)
      context.set(pagePolicyContext, pagePolicy)
      const outage = { isDatabaseDown: false }
      context.set(outageContext, outage)
      const page: { html: string | null } = { html: null }
      context.set(renderedPageContext, page)
      const render = async () => {
        if (!['GET', 'HEAD'].includes(request.method) && (await currentUser)?.seesAs) {
          const { body, status } = refuseAuth({ refused: 'sees-as-customer' })
          return Response.json(body, { status })
        }
        const response = withPage(await handle(request, context), page.html)
        if (response.status === 404) return (await redirectOf(db, request)) ?? response
        return outage.isDatabaseDown ? asUnavailable(response) : response
      }
      return pageOrOutage(render(), () => isReachable(db))
    }
  return (deps) => ({ handle: handlePage(deps), routes })
}

export function pageRoutes(routes: ServerBuild['routes']): PageRoute[] {
  const pathOf = (id: string | undefined): string => {
    const route = id === undefined ? undefined : routes[id]
    if (!route) return ''
    return pathOf(route.parentId) + (route.path ? `/${route.path}` : '')
  }
  return Object.values(routes).flatMap((route) => {
    const handle = route?.module.handle as PageHandle | undefined
    if (!route || !handle) return []
    // React Router names the routes whose data it wants.
    const cached = handle.cached && [...handle.cached, '_routes']
    return [{ ...handle, cached, path: pathOf(route.id) || '/' }]
  })
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
