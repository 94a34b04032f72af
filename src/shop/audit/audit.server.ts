import type { Db } from '#platform/database/database.server.ts'

/** What happened, about whom or what, who did it and from which network address. */
export type AuditEntry = {
  action:
    | 'login'
    | 'login-failed'
    | 'role-changed'
    | 'admin-removed'
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
    | 'product-added'
    | 'product-changed'
    | 'product-deleted'
    | 'product-restored'
  /** An account, or somebody who is none. */
  actor: { id: string; email: string } | 'visitor' | 'operator'
  /** An account, or a thing of the shop. */
  subject: { id: string | null; email: string } | { id: string; name: string }
  address: string | null
}

/** Keeps an entry for ever; `db` is the transaction of what it tells of, where there is one. */
export async function recordAudit(db: Db, entry: AuditEntry): Promise<void> {
  const { action, actor, subject, address } = entry
  const isAccount = typeof actor === 'object'
  await db
    .insertInto('auditEntry')
    .values({
      action,
      actor: isAccount ? actor.email : actor,
      actorId: isAccount ? actor.id : null,
      subject: 'email' in subject ? subject.email : subject.name,
      subjectId: subject.id,
      address,
    })
    .execute()
}
