import { z } from '@hono/zod-openapi'
import type { Db } from '#platform/database/database.server.ts'
import { answers, deletedJson, refuses, restApi } from '#platform/http/api/rest-api.server.ts'
import { recordAudit } from '#shop/audit/audit.server.ts'
import { userRoute } from '#shop/auth/access/guarded-routes.server.ts'
import { userJson } from '#shop/auth/access/json-routes.server.ts'
import { refuseAuth } from '#shop/auth/auth-refusals.server.ts'
import { sessionJson, toSessionJson } from './session-json.server.ts'
import { endOtherSessions, endSession, listSessions } from './sessions.server.ts'

export function createSessionsApi({ db, clock }: { db: Db; clock: () => Date }) {
  return restApi(
    userJson({
      operationId: 'listSessions',
      endpoint: 'GET /sessions',
      answer: 'My sessions, newest first',
      json: z.array(sessionJson),
      respond: async ({ caller }) => {
        const sessions = await listSessions(db, caller.id, clock())
        return sessions.map((session) => toSessionJson(session, caller.sessionId))
      },
    }),
    userRoute({
      operationId: 'endSession',
      endpoint: 'DELETE /sessions/{id}',
      request: { params: z.object({ id: z.uuid() }) },
      responses: {
        200: answers('Ended', deletedJson),
        404: refuses('No such session, or not yours'),
      },
      respond: async (c) => {
        const { caller, audit } = c.var
        const isEnded = await endSession(db, caller.id, c.req.valid('param').id)
        if (!isEnded) throw refuseAuth({ refused: 'no-such-session' })
        await recordAudit(db, { action: 'session-ended', subject: caller, ...audit })
        return c.json({ deletedCount: 1 }, 200)
      },
    }),
    userRoute({
      operationId: 'endOtherSessions',
      endpoint: 'DELETE /sessions',
      responses: {
        200: answers('The other sessions were ended', deletedJson),
      },
      respond: async (c) => {
        const { caller, audit } = c.var
        const deletedCount = await endOtherSessions(db, caller.id, caller.sessionId)
        if (deletedCount > 0)
          await recordAudit(db, { action: 'session-ended', subject: caller, ...audit })
        return c.json({ deletedCount }, 200)
      },
    }),
  )
}
