import type { MiddlewareHandler } from 'hono'
import type { Db } from '#platform/database/database.server.ts'
import { prepared } from '#platform/database/prepared-statements.server.ts'
import type { AccessTokens } from './access-token.server.ts'

/** The user behind a request, as currently stored in the database. */
export type Caller = {
  id: string
  email: string
  name: string
  emailVerified: boolean
  role: 'buyer' | 'admin'
  sessionId: string
  /** An admin treated as a buyer until this session proves a second factor. */
  lacksSecondFactor: boolean
}

export type CallerVariables = { Variables: { caller: Caller | null } }

/** Identifies the caller by the bearer token only, never by the body or path. */
export function identifyCaller(environment: {
  db: Db
  tokens: AccessTokens
  requireAdminSecondFactor: boolean
}): MiddlewareHandler<CallerVariables> {
  const { db, tokens, requireAdminSecondFactor } = environment
  return async (c, next) => {
    const token = c.req.header('Authorization')?.match(/^Bearer (.+)$/i)?.[1]
    const caller = token ? await findCaller(db, tokens, token) : null
    c.set('caller', requireAdminSecondFactor ? caller : waiveSecondFactor(caller))
    await next()
  }
}

async function findCaller(db: Db, tokens: AccessTokens, token: string): Promise<Caller | null> {
  const claims = await tokens.read(token)
  if (!claims) return null
  const row = await db
    .selectFrom('session')
    .innerJoin('account', 'account.id', 'session.userId')
    .modifyFront(prepared('find-caller'))
    .select([
      'account.id',
      'account.email',
      'account.name',
      'account.emailVerified',
      'account.role',
    ])
    .select('session.secondFactorAt')
    .where('session.id', '=', claims.sessionId)
    .where('account.id', '=', claims.accountId)
    .where('account.closedAt', 'is', null)
    .where('session.expiresAt', '>', new Date())
    .executeTakeFirst()
  if (!row) return null
  const { secondFactorAt, ...account } = row
  const lacksSecondFactor = row.role === 'admin' && secondFactorAt === null
  const role = row.role === 'admin' && !lacksSecondFactor ? 'admin' : 'buyer'
  return { ...account, role, lacksSecondFactor, sessionId: claims.sessionId }
}

/** Waives the second factor, for shops that do not require it of admins. */
function waiveSecondFactor(caller: Caller | null): Caller | null {
  return caller?.lacksSecondFactor ? { ...caller, role: 'admin', lacksSecondFactor: false } : caller
}
