import type { Db } from '#platform/database.server.ts'

/** What happened, about whom (an e-mail), who did it and from which network address. */
export type AuditEntry = {
  action:
    | 'login'
    | 'login-failed'
    | 'role-changed'
    | 'account-deleted'
    | 'account-reclaimed'
    | 'password-reset'
  /** An account, or somebody who is none. */
  actor: { id: string; email: string } | 'visitor' | 'operator'
  subject: { id: string | null; email: string }
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
      subject: subject.email,
      subjectId: subject.id,
      address,
    })
    .execute()
}
