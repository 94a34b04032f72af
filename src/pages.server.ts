import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router'
import type { Db } from '#platform/database/database.server.ts'
import type { PagePolicy } from '#platform/http/content-security-policy.server.ts'
import { unavailable } from '#platform/http/http-errors.ts'
import {
  databaseContext,
  type LimitVisit,
  limitContext,
  logContext,
  outageContext,
  pagePolicyContext,
  siteContext,
} from '#platform/http/page-context.server.ts'
import type { Site } from '#platform/http/site.ts'
import type { Log } from '#platform/log.server.ts'
import { currentUserContext } from '#shop/auth/access/current-user.server.ts'
import type { Auth } from '#shop/auth/auth.server.ts'
import { findCurrentUser } from '#shop/auth/user-queries.server.ts'
import type { OrderRules } from '#shop/orders/purchase/order-caps.ts'
import { orderRulesContext } from '#shop/orders/purchase/order-rules.server.ts'

/** What pages need from outside. */
export type PageDeps = {
  db: Db
  auth: Auth
  site: Site
  log: Log
  pagePolicy: (pathname: string) => PagePolicy
  orderRules: OrderRules
}

/** Makes the answerer of requests for pages. */
export type Pages = (deps: PageDeps) => PageHandler
export type PageHandler = (request: Request, limitVisit: LimitVisit) => Promise<Response>

/** The server-rendered pages of a React Router build. */
export function createPages(build: ServerBuild): Pages {
  const handle = createRequestHandler(build, import.meta.env.MODE)
  return (deps) => async (request, limitVisit) => {
    const { db, auth, site, log, pagePolicy, orderRules } = deps
    const currentUser = findCurrentUser(db, auth, request.headers)
    // Whoever awaits it hears of a failure; a page that never asks must not end the process.
    currentUser.catch(() => {})
    const context = new RouterContextProvider()
    context.set(databaseContext, db)
    context.set(siteContext, site)
    context.set(currentUserContext, currentUser)
    context.set(logContext, log)
    context.set(limitContext, limitVisit)
    context.set(orderRulesContext, orderRules)
    context.set(pagePolicyContext, pagePolicy)
    const outage = { isOutOfReach: false }
    context.set(outageContext, outage)
    const answer = await handle(request, context)
    return outage.isOutOfReach ? asUnavailable(answer) : answer
  }
}

/** The page that says so, with the status that makes browsers and search engines come again. */
function asUnavailable({ body, headers }: Response): Response {
  const { status, headers: retry } = unavailable()
  const all = new Headers(headers)
  for (const [name, value] of Object.entries(retry)) all.set(name, value)
  return new Response(body, { status, headers: all })
}
