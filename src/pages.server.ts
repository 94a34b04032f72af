import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router'
import type { Db } from '#platform/database/database.server.ts'
import {
  databaseContext,
  type LimitVisit,
  limitContext,
  logContext,
  siteContext,
} from '#platform/http/page-context.server.ts'
import type { Site } from '#platform/http/site.ts'
import type { Log } from '#platform/log.server.ts'
import type { Auth } from '#shop/auth/auth.server.ts'
import { viewerContext } from '#shop/auth/current-user.server.ts'
import { findCurrentUser } from '#shop/auth/user-queries.server.ts'
import type { OrderRules } from '#shop/orders/order-caps.ts'
import { orderRulesContext } from '#shop/orders/order-rules.server.ts'

/** Answers a request for a page. */
export type Pages = (
  request: Request,
  environment: {
    db: Db
    identity: Auth
    site: Site
    log: Log
    limitVisit: LimitVisit
    orderRules: OrderRules
  },
) => Promise<Response>

/** The server-rendered pages of a React Router build. */
export function createPages(build: ServerBuild): Pages {
  const handle = createRequestHandler(build, import.meta.env.MODE)
  return async (request, { db, identity, site, log, limitVisit, orderRules }) => {
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
    return handle(request, context)
  }
}
