import { createRoute, z } from '@hono/zod-openapi'
import type { Db } from '#platform/database/database.server.ts'
import { HttpRefusal } from '#platform/http/http-errors.ts'
import type { ClientAddress } from '#platform/http/ip-address.server.ts'
import { answers, refuses, restApi } from '#platform/http/rest-api.server.ts'
import { recordAudit } from '#shop/audit/audit.server.ts'
import { type CallerVariables, forCallers, requireCaller } from '#shop/auth/access/caller.server.ts'
import { endOtherSessions, endSession, listSessions } from './sessions.server.ts'

const session = z
  .object({
    _id: z.string(),
    createdAt: z.string(),
    /** Accurate to a day: that often a session is renewed. */
    lastUsedAt: z.string(),
    ipAddress: z.string().nullable(),
    userAgent: z.string().nullable(),
    isCurrent: z.boolean(),
  })
  .openapi('Session')

const getSessions = createRoute({
  operationId: 'listSessions',
  summary: 'List my sessions',
  method: 'get',
  path: '/sessions',
  middleware: forCallers,
  responses: {
    200: answers('My sessions, newest first', z.array(session)),
    401: refuses('Not signed in'),
  },
})

const deleteSession = createRoute({
  operationId: 'endSession',
  summary: 'End a session',
  method: 'delete',
  path: '/sessions/{id}',
  middleware: forCallers,
  request: { params: z.object({ id: z.uuid() }) },
  responses: {
    200: answers('Ended', z.object({ deletedCount: z.number() })),
    401: refuses('Not signed in'),
    404: refuses('No such session, or not yours'),
  },
})

const deleteOtherSessions = createRoute({
  operationId: 'endOtherSessions',
  summary: 'End all other sessions',
  method: 'delete',
  path: '/sessions',
  middleware: forCallers,
  responses: {
    200: answers('All others are ended', z.object({ deletedCount: z.number() })),
    401: refuses('Not signed in'),
  },
})

export type SessionsApi = ReturnType<typeof createSessionsApi>

/** Where somebody is signed in. */
export function createSessionsApi(environment: {
  db: Db
  clock: () => Date
  clientAddress: ClientAddress
}) {
  const { db, clock, clientAddress } = environment
  return restApi<CallerVariables>()
    .openapi(getSessions, async (c) => {
      const caller = requireCaller(c)
      const sessions = await listSessions(db, caller.id, clock())
      const json = sessions.map(({ id, createdAt, updatedAt, ipAddress, userAgent }) => ({
        _id: id,
        createdAt: createdAt.toISOString(),
        lastUsedAt: updatedAt.toISOString(),
        ipAddress,
        userAgent,
        isCurrent: id === caller.sessionId,
      }))
      return c.json(json, 200)
    })
    .openapi(deleteSession, async (c) => {
      const caller = requireCaller(c)
      const isEnded = await endSession(db, caller.id, c.req.valid('param').id)
      if (!isEnded) throw new HttpRefusal(404, 'no-such-session', 'There is no such session.')
      const entry = { actor: caller, subject: caller, address: clientAddress(c) }
      await recordAudit(db, { action: 'session-ended', ...entry })
      return c.json({ deletedCount: 1 }, 200)
    })
    .openapi(deleteOtherSessions, async (c) => {
      const caller = requireCaller(c)
      const deletedCount = await endOtherSessions(db, caller.id, caller.sessionId)
      const entry = { actor: caller, subject: caller, address: clientAddress(c) }
      if (deletedCount > 0) await recordAudit(db, { action: 'session-ended', ...entry })
      return c.json({ deletedCount }, 200)
    })
}
