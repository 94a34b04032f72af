import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Db } from '#platform/database/database.server.ts'
import { refusing } from '#platform/database/refused-change.server.ts'
import {
  conflict,
  invalid,
  notFound,
  type Refusal,
  refusals,
  tooOften,
} from '#platform/http/api/refusals.server.ts'
import type { RateLimits } from '#platform/http/limits/rate-limits.server.ts'
import { queueMail } from '#platform/mail/outbox.server.ts'
import { recordAudit } from '#shop/audit/audit.server.ts'
import type { AuditContext } from '#shop/auth/access/caller.server.ts'
import { encryptToken } from '#shop/auth/encrypted-token.server.ts'
import { countLinkMail } from '#shop/auth/link-mail-limits.server.ts'
import { findUser, type StoredUser, updateProfile } from '#shop/auth/user-queries.server.ts'
import type { VisitorLimits } from '#shop/auth/visitor-limits.server.ts'
import { joinCompany, lockCompany } from '#shop/companies/company-members.server.ts'
import { INVITATION_DAYS, type pendingForm } from './pending-form.ts'

type PendingRefusal =
  | Refusal<'has-account' | 'is-pending' | 'not-pending' | 'no-such-company' | 'merged'>
  | (Refusal<'too-many-invitations'> & { seconds: number })

export const refusePending = refusals<PendingRefusal>({
  'has-account': conflict(
    'This user has registered already. Add them on the page of their company.',
    'email',
  ),
  'is-pending': conflict('This user has been added already.', 'email'),
  'not-pending': notFound('This user is not waiting any more.'),
  'no-such-company': invalid('This company does not exist any more.', 'company'),
  merged: invalid('This company was merged into another one.', 'company'),
  'too-many-invitations': tooOften(
    ({ seconds }) =>
      `This address just got a mail with a link. Please try again in ${Math.ceil(seconds / 60)} minutes.`,
    { code: 'too-many' },
  ),
})

/** Returns a page of the customers who have not proved their e-mail yet, newest first. */
export function listPendingUsers(db: Db, { size, page }: { size: number; page: number }) {
  return db
    .selectFrom('pendingUser')
    .leftJoin('company', 'company.id', 'companyId')
    .select(['email', 'pendingUser.name', 'company.name as company', 'invitedAt'])
    .orderBy('pendingUser.createdAt', 'desc')
    .orderBy('email')
    .limit(size)
    .offset(size * page)
    .execute()
}

/** Adds a customer who has not registered yet. */
export function addPendingUser(
  db: Db,
  { email, name, company }: z.output<typeof pendingForm>,
  audit: AuditContext,
): Promise<{ email: string } | PendingRefusal> {
  return refusing<{ email: string }, PendingRefusal>(
    db,
    { pending_user_pkey: { refused: 'is-pending' } },
    async (db) => {
      if (company !== null) {
        const locked = await lockCompany(db, company)
        if ('refused' in locked) return { refused: locked.refused }
      }
      const user = await db
        .selectFrom('account')
        .select('id')
        .where('email', '=', email)
        .where('emailVerified', '=', true)
        .executeTakeFirst()
      if (user) return { refused: 'has-account' }
      await db.insertInto('pendingUser').values({ email, name, companyId: company }).execute()
      await recordAudit(db, { action: 'user-added', subject: { id: null, email }, ...audit })
      return { email }
    },
  )
}

/** Removes a customer who has not proved the e-mail; the link of an invitation then works no more. */
export function removePendingUser(db: Db, email: string, audit: AuditContext): Promise<boolean> {
  return db.transaction().execute(async (db) => {
    const removed = await db
      .deleteFrom('pendingUser')
      .where('email', '=', email)
      .returning('email')
      .executeTakeFirst()
    const subject = { id: null, email }
    if (removed) await recordAudit(db, { action: 'user-withdrawn', subject, ...audit })
    return removed !== undefined
  })
}

/** Mails a link that works once; an earlier one works no more. */
export async function invitePendingUser(
  deps: { db: Db; secret: string; limits: RateLimits; visitorLimits: VisitorLimits },
  email: string,
  audit: AuditContext,
): Promise<{ email: string } | PendingRefusal> {
  const { db, secret } = deps
  const isPending = db.selectFrom('pendingUser').select('name').where('email', '=', email)
  if (!(await isPending.executeTakeFirst())) return { refused: 'not-pending' }
  const seconds = await countLinkMail(deps, { email, ipAddress: null })
  if (seconds !== null) return { refused: 'too-many-invitations', seconds }
  const token = randomBytes(32).toString('base64url')
  const encryptedToken = await encryptToken(secret, token)
  return db.transaction().execute(async (db) => {
    const invited = await db
      .updateTable('pendingUser')
      .set({ tokenHash: hashOf(token), invitedAt: audit.now })
      .where('email', '=', email)
      .returning('name')
      .executeTakeFirst()
    if (!invited) return { refused: 'not-pending' }
    const content = { email, name: invited.name, encryptedToken }
    await queueMail(db, { template: 'invitation', content })
    await recordAudit(db, { action: 'user-invited', subject: { id: null, email }, ...audit })
    return { email }
  })
}

/**
 * Verifies the e-mail of an account that was just registered with the link of an invitation, which proves the mailbox.
 * Returns the account; null when the link is not of this e-mail, was used or is too old.
 */
export function acceptInvitation(
  db: Db,
  { email, token, ipAddress }: { email: string; token: string; ipAddress: string | null },
): Promise<string | null> {
  return db.transaction().execute(async (db) => {
    const used = await db
      .updateTable('pendingUser')
      .set({ tokenHash: null })
      .where('email', '=', email)
      .where('tokenHash', '=', hashOf(token))
      .where('invitedAt', '>', sql<Date>`now() - make_interval(days => ${INVITATION_DAYS})`)
      .returning('email')
      .executeTakeFirst()
    if (!used) return null
    const account = await db
      .updateTable('account')
      .set({ emailVerified: true })
      .where('email', '=', email)
      .where('closedAt', 'is', null)
      .returning(['id', 'email'])
      .executeTakeFirstOrThrow()
    await recordAudit(db, { action: 'email-verified', actor: account, subject: account, ipAddress })
    return account.id
  })
}

/**
 * Makes pending users of whom the e-mail is proved users like others, with their company; all of them, or that of one
 * account.
 */
export async function claimPendingUsers(db: Db, accountId: string | null = null): Promise<void> {
  const { rows } = await sql<{ id: string; email: string; companyId: string | null }>`
    select account.id, account.email, company_id
    from pending_user join account on account.email = pending_user.email
    where email_verified and closed_at is null
      and account.id = coalesce(${accountId}, account.id)`.execute(db)
  for (const user of rows) await db.transaction().execute((db) => claimPendingUser(db, user))
}

async function claimPendingUser(
  db: Db,
  { id, email, companyId }: { id: string; email: string; companyId: string | null },
): Promise<void> {
  // First, as everywhere.
  if (companyId !== null) await lockCompany(db, companyId)
  const claimed = await db
    .deleteFrom('pendingUser')
    .where('email', '=', email)
    .where('companyId', 'is not distinct from', companyId)
    .returning('profile')
    .executeTakeFirst()
  if (!claimed) return
  await fillProfile(db, { id, email }, claimed.profile as Partial<StoredUser>)
  if (companyId === null) return
  // Another company that has the user by now keeps them.
  const audit = { actor: { id, email }, ipAddress: null }
  await joinCompany(db, companyId, { email, takesTax: false }, audit)
}

/** Takes over what a file said of a user, where the user has said nothing. */
async function fillProfile(
  db: Db,
  user: { id: string; email: string },
  { phone = '', ...address }: Partial<StoredUser>,
): Promise<void> {
  const own = await findUser(db, user.email)
  // Two addresses are never mixed.
  const isEmpty = !own?.address && !own?.city && !own?.postcode && !own?.country
  const filled = { ...(own?.phone === '' && phone && { phone }), ...(isEmpty && address) }
  if (own && Object.keys(filled).length > 0) await updateProfile(db, user, filled)
}

const hashOf = (token: string) => createHash('sha256').update(token).digest('hex')
