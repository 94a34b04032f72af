import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router'
import type { Db } from '#platform/database.server.ts'
import type { Log } from '#platform/log.server.ts'
import {
  databaseContext,
  type LimitVisit,
  limitContext,
  logContext,
  siteContext,
} from '#platform/page-context.server.ts'
import type { Site } from '#platform/site.ts'
import { findViewer } from '#shop/accounts/account-queries.server.ts'
import type { Identity } from '#shop/accounts/identity.server.ts'
import { viewerContext } from '#shop/accounts/viewer.server.ts'

/** Answers a request for a page. */
export type Pages = (
  request: Request,
  environment: { db: Db; identity: Identity; site: Site; log: Log; limitVisit: LimitVisit },
) => Promise<Response>

/** The server-rendered pages of a React Router build. */
export function createPages(build: ServerBuild): Pages {
  const handle = createRequestHandler(build, import.meta.env.MODE)
  return async (request, { db, identity, site, log, limitVisit }) => {
    const viewer = findViewer(db, identity, request.headers)
    // Whoever awaits it hears of a failure; a page that never asks must not end the process.
    viewer.catch(() => {})
    const context = new RouterContextProvider()
    context.set(databaseContext, db)
    context.set(siteContext, site)
    context.set(viewerContext, viewer)
    context.set(logContext, log)
    context.set(limitContext, limitVisit)
    return handle(request, context)
  }
}
