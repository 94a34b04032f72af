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
import { viewerContext } from '#shop/auth/access/current-user.server.ts'
import type { Auth } from '#shop/auth/auth.server.ts'
import { findCurrentUser } from '#shop/auth/user-queries.server.ts'
import type { OrderRules } from '#shop/orders/purchase/order-caps.ts'
import { orderRulesContext } from '#shop/orders/purchase/order-rules.server.ts'

/** Answers a request for a page. */
export type Pages = (
  request: Request,
  environment: {
    db: Db
    identity: Auth
    site: Site
    log: Log
    limitVisit: LimitVisit
    pagePolicy: (pathname: string) => PagePolicy
    orderRules: OrderRules
  },
) => Promise<Response>

/** The server-rendered pages of a React Router build. */
export function createPages(build: ServerBuild): Pages {
  const handle = createRequestHandler(build, import.meta.env.MODE)
  return async (request, { db, identity, site, log, limitVisit, pagePolicy, orderRules }) => {
    const viewer = findCurrentUser(db, identity, request.headers)
    // Whoever awaits it hears of a failure; a page that never asks must not end the process.
    viewer.catch(() => {})
    const context = new RouterContextProvider()
    context.set(databaseContext, db)
    context.set(siteContext, site)
    context.set(viewerContext, viewer)
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
