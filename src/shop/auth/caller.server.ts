import type { MiddlewareHandler } from 'hono'
import type { Db } from '#platform/database/database.server.ts'
import { prepared } from '#platform/database/prepared-statements.server.ts'
import { HttpRefusal } from '#platform/http/http-errors.ts'
import type { AccessTokens } from './access-token.server.ts'

/** The account behind a request, as the database knows it at this moment. */
export type Caller = {
  id: string
  email: string
  name: string
  role: 'buyer' | 'admin'
  sessionId: string
}

export type CallerVariables = { Variables: { caller: Caller | null } }

/** Finds out who calls: from the bearer token alone, never from the body or the path. */
export function identifyCaller(db: Db, tokens: AccessTokens): MiddlewareHandler<CallerVariables> {
  return async (c, next) => {
    const token = c.req.header('Authorization')?.match(/^Bearer (.+)$/i)?.[1]
    c.set('caller', token ? await findCaller(db, tokens, token) : null)
    await next()
  }
}

/** The caller, or a 401 for somebody who is not signed in. */
export function requireCaller(c: { var: { caller: Caller | null } }): Caller {
  if (!c.var.caller) {
    throw new HttpRefusal(401, 'not-signed-in', 'Please log in to continue.')
  }
  return c.var.caller
}

/** The caller when it is an admin: 401 for nobody, 403 for everybody else. */
export function requireAdmin(c: { var: { caller: Caller | null } }): Caller {
  const caller = requireCaller(c)
  if (caller.role !== 'admin') {
    throw new HttpRefusal(403, 'not-allowed', 'Only an admin may do this.')
  }
  return caller
}

/** Of a route: what a visitor sends is not even read. */
export const forCallers: MiddlewareHandler<CallerVariables> = (c, next) => {
  requireCaller(c)
  return next()
}

/** Of a route: what anybody but an admin sends is not even read. */
export const forAdmins: MiddlewareHandler<CallerVariables> = (c, next) => {
  requireAdmin(c)
  return next()
}

async function findCaller(db: Db, tokens: AccessTokens, token: string): Promise<Caller | null> {
  const claims = await tokens.read(token)
  if (!claims) return null
  const row = await db
    .selectFrom('session')
    .innerJoin('account', 'account.id', 'session.userId')
    .modifyFront(prepared('find-caller'))
    .select(['account.id', 'account.email', 'account.name', 'account.role'])
    .where('session.id', '=', claims.sessionId)
    .where('account.id', '=', claims.accountId)
    .where('account.closedAt', 'is', null)
    .where('session.expiresAt', '>', new Date())
    .executeTakeFirst()
  if (!row) return null
  return { ...row, role: row.role === 'admin' ? 'admin' : 'buyer', sessionId: claims.sessionId }
}
