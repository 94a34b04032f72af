import type { Db } from '#platform/database/database.server.ts'

/** An event: what happened, to whom or what, by whom and from which IP address. */
export type AuditEntry = {
  action:
    | 'login'
    | 'login-failed'
    | 'role-changed'
    | 'admin-removed'
    | 'tax-changed'
    | 'account-deleted'
    | 'account-reclaimed'
    | 'password-reset'
    | 'password-changed'
    | 'email-verified'
    | 'email-changed'
    | 'session-ended'
    | 'two-factor-enabled'
    | 'two-factor-disabled'
    | 'passkey-added'
    | 'passkey-removed'
    | 'orders-cancelled'
    | 'note-added'
    | 'note-deleted'
    | 'shipment-packed'
    | 'shipment-shipped'
    | 'shipment-delivered'
    | 'shipment-cancelled'
    | 'return-approved'
    | 'return-refused'
    | 'return-received'
    | 'return-closed'
    | 'product-added'
    | 'product-changed'
    | 'product-deleted'
    | 'product-discontinued'
    | 'product-restored'
    | 'products-imported'
    | 'import-undone'
    | 'category-added'
    | 'category-changed'
    | 'category-deleted'
    | 'category-assigned'
    | 'family-changed'
    | 'family-joined'
    | 'company-added'
    | 'company-changed'
    | 'company-tax-changed'
    | 'company-merged'
    | 'member-added'
    | 'user-added'
    | 'user-changed'
    | 'user-invited'
    | 'user-withdrawn'
    | 'member-removed'
    | 'group-saved'
    | 'price-list-added'
    | 'price-list-published'
    | 'price-list-changed'
    | 'prices-changed'
    | 'price-view-started'
    | 'price-view-ended'
    | 'synonyms-added'
    | 'synonyms-changed'
    | 'synonyms-deleted'
    | 'review-hidden'
    | 'review-shown'
    | 'brand-changed'
    | 'numbering-changed'
    | 'redirects-replaced'
    | 'texts-changed'
    | 'demo-removed'
    | 'demo-emptied'
    | 'page-saved'
    | 'post-added'
    | 'post-changed'
    | 'post-deleted'
    | 'post-restored'
    | 'message-answered'
    | 'message-closed'
    | 'message-reopened'
    | 'message-deleted'
  /** A user, or an actor without an account. */
  actor: { id: string; email: string } | 'visitor' | 'operator'
  /** A user, or another object of the shop. */
  subject: { id: string | null; email: string } | { id: string | null; name: string }
  ipAddress: string | null
}

/** Returns when a user last logged in; undefined if no entry of it is left. */
export async function findLastLogin(db: Db, userId: string): Promise<Date | undefined> {
  const entry = await db
    .selectFrom('auditEntry')
    .select('happenedAt')
    .where('action', '=', 'login')
    .where('subjectId', '=', userId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return entry?.happenedAt
}

/** Stores an audit entry permanently, in the transaction `db` of the event if there is one. */
export function recordAudit(db: Db, entry: AuditEntry): Promise<void> {
  return recordAudits(db, [entry])
}

export async function recordAudits(db: Db, entries: AuditEntry[]): Promise<void> {
  const rows = entries.map(({ action, actor, subject, ipAddress }) => {
    const isAccount = typeof actor === 'object'
    return {
      action,
      actor: isAccount ? actor.email : actor,
      actorId: isAccount ? actor.id : null,
      subject: 'email' in subject ? subject.email : subject.name,
      subjectId: subject.id,
      ipAddress,
    }
  })
  if (rows.length > 0) await db.insertInto('auditEntry').values(rows).execute()
}
