import type { Context, MiddlewareHandler } from 'hono'
import { sql } from 'kysely'
import type { Db } from '#platform/database/database.server.ts'
import { prepared } from '#platform/database/prepared-statements.server.ts'
import { type ClientIpAddress, networkOf } from '#platform/http/ip-address.server.ts'
import { onlyReads } from '#platform/http/route-properties.server.ts'
import { createBatchQueue } from '#platform/jobs/batch-queue.server.ts'
import type { QueueOwner } from '#platform/jobs/fair-queue.server.ts'
import { refuseAuth } from '#shop/auth/auth-refusals.server.ts'
import type { AccessTokens, TokenClaims } from './access-token.server.ts'

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
  /** Whether the shop requires a verified e-mail that this user does not have. */
  lacksVerifiedEmail: boolean
  /** The user whose prices an admin sees in this session, which meanwhile changes nothing. */
  seesAs?: string | null
}

/** Who acts, from which IP address, and when: what audit entries name. */
export type AuditContext = { actor: Caller; ipAddress: string | null; now: Date }

/** Returns whose turn it is when work of a request waits in a queue. */
export function queueOwnerOf({ actor, ipAddress }: AuditContext): QueueOwner {
  return { network: ipAddress === null ? '' : networkOf(ipAddress), account: actor.id }
}

export type CallerVariables = { Variables: { caller: Caller | null } }

type Requirements = { requireAdminSecondFactor: boolean; requireVerifiedEmail: boolean }

/** Identifies the caller by the bearer token only, never by the body or path. */
export function identifyCaller({
  db,
  tokens,
  clock,
  clientIpAddress,
  ...required
}: {
  db: Db
  tokens: AccessTokens
  clock: () => Date
  clientIpAddress: ClientIpAddress
} & Requirements): MiddlewareHandler<CallerVariables & { Variables: { audit: AuditContext } }> {
  const readCaller = createCallerReader(db, required)
  return async (c, next) => {
    const token = c.req.header('Authorization')?.match(/^Bearer (.+)$/i)?.[1]
    const claims = token ? await tokens.read(token) : null
    const actor = claims && (await readCaller(claims))
    c.set('caller', actor)
    if (actor) c.set('audit', { actor, ipAddress: clientIpAddress(c), now: clock() })
    if (actor?.seesAs && !mayCall(c)) throw refuseAuth({ refused: 'sees-as-customer' })
    await next()
  }
}

/** Whether a request only reads, or ends the view of a customer's prices. */
function mayCall(c: Context): boolean {
  return onlyReads(c) || (c.req.method === 'DELETE' && c.req.path.endsWith(PRICE_VIEW))
}

/** The path of the view of a customer's prices. */
export const PRICE_VIEW = '/price-view'

const READS_AT_ONCE = 2
const MAX_READ_TOGETHER = 200

/** Reads the callers of concurrent requests together, by the access tokens' claims. */
function createCallerReader(db: Db, required: Requirements): (claims: TokenClaims) => Promise<Caller | null> {
  return createBatchQueue({
    run: async (batch) => {
      const callers = await findCallers(db, batch, required)
      return batch.map(({ accountId, sessionId }) => {
        const caller = callers.get(sessionId)
        return { value: caller?.id === accountId ? caller : null }
      })
    },
    atOnce: READS_AT_ONCE,
    maxWeight: MAX_READ_TOGETHER,
  })
}

async function findCallers(
  db: Db,
  claims: TokenClaims[],
  required: Requirements,
): Promise<Map<string, Caller>> {
  const sessions = claims.map(({ sessionId }) => sessionId)
  const rows = await db
    .selectFrom('session')
    .innerJoin('account', 'account.id', 'session.userId')
    .modifyFront(prepared('find-callers'))
    .select(['account.id', 'account.email', 'account.name', 'account.emailVerified', 'account.role'])
    .select(['session.id as sessionId', 'session.secondFactorAt'])
    .select(['session.seesAs', 'session.seesUntil'])
    .where('session.id', '=', sql<string>`any(${sessions}::uuid[])`)
    .where('account.closedAt', 'is', null)
    .where('session.expiresAt', '>', new Date())
    .execute()
  return new Map(rows.map((row) => [row.sessionId, toCaller(row, required)]))
}

function toCaller(row: CallerRow, required: Requirements): Caller {
  const { secondFactorAt, seesAs, seesUntil, ...account } = row
  const isAdmin = account.role === 'admin'
  const lacksSecondFactor = required.requireAdminSecondFactor && isAdmin && secondFactorAt === null
  return {
    ...account,
    role: isAdmin && !lacksSecondFactor ? 'admin' : 'buyer',
    lacksSecondFactor,
    lacksVerifiedEmail: required.requireVerifiedEmail && !account.emailVerified,
    seesAs: isAdmin && seesUntil !== null && seesUntil > new Date() ? seesAs : null,
  }
}

type CallerRow = Omit<Caller, 'role' | 'lacksSecondFactor' | 'lacksVerifiedEmail'> & {
  role: string
  secondFactorAt: Date | null
  seesUntil: Date | null
}
