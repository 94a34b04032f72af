import { z } from '@hono/zod-openapi'
import type { Db } from '#platform/database/database.server.ts'
import { deletedJson, restApi } from '#platform/http/api/rest-api.server.ts'
import { recordAudit } from '#shop/audit/audit.server.ts'
import { userJson } from '#shop/auth/access/json-routes.server.ts'
import { refuseAuth } from '#shop/auth/auth-refusals.server.ts'
import { sessionJson, toSessionJson } from './session-json.server.ts'
import { endOtherSessions, endSession, listSessions } from './sessions.server.ts'

export function createSessionsApi({ db, clock }: { db: Db; clock: () => Date }) {
  return restApi({
    listSessions: userJson({
      endpoint: 'GET /sessions',
      answer: 'My sessions, newest first',
      json: z.array(sessionJson),
      respond: async ({ caller }) => {
        const sessions = await listSessions(db, caller.id, clock())
        return sessions.map((session) => toSessionJson(session, caller.sessionId))
      },
    }),
    endSession: userJson({
      endpoint: 'DELETE /sessions/{id}',
      params: z.object({ id: z.uuid() }),
      json: deletedJson,
      refusals: { 404: 'No such session, or not yours' },
      respond: async ({ params: { id }, caller, audit }) => {
        const isEnded = await endSession(db, caller.id, id)
        if (!isEnded) throw refuseAuth({ refused: 'no-such-session' })
        await recordAudit(db, { action: 'session-ended', subject: caller, ...audit })
        return { deletedCount: 1 }
      },
    }),
    endOtherSessions: userJson({
      endpoint: 'DELETE /sessions',
      answer: 'The other sessions were ended',
      json: deletedJson,
      respond: async ({ caller, audit }) => {
        const deletedCount = await endOtherSessions(db, caller.id, caller.sessionId)
        if (deletedCount > 0) await recordAudit(db, { action: 'session-ended', subject: caller, ...audit })
        return { deletedCount }
      },
    }),
  })
}
