import type { Db } from '#platform/database/database.server.ts'

/** What can happen to what: `product-added`. */
type Actions = {
  login: 'failed'
  role: 'changed'
  admin: 'removed'
  tax: 'changed'
  account: 'deleted' | 'reclaimed'
  password: 'reset' | 'changed'
  email: 'verified' | 'changed'
  session: 'ended'
  'two-factor': 'enabled' | 'disabled'
  passkey: 'added' | 'removed'
  orders: 'cancelled'
  note: 'added' | 'deleted'
  shipment: 'packed' | 'shipped' | 'delivered' | 'cancelled'
  return: 'approved' | 'refused' | 'received' | 'closed'
  product: 'added' | 'changed' | 'deleted' | 'discontinued' | 'restored'
  products: 'imported'
  import: 'undone'
  category: 'added' | 'changed' | 'deleted'
  family: 'changed' | 'joined'
  company: 'added' | 'changed' | 'tax-changed' | 'merged'
  member: 'added' | 'removed'
  user: 'added' | 'changed' | 'invited' | 'withdrawn'
  group: 'saved'
  'price-list': 'added' | 'published' | 'changed'
  prices: 'changed'
  'price-view': 'started' | 'ended'
  synonyms: 'added' | 'changed' | 'deleted'
  review: 'hidden' | 'shown'
  brand: 'changed'
  numbering: 'changed'
  redirects: 'replaced'
  texts: 'changed'
  demo: 'removed' | 'emptied'
  page: 'saved'
  post: 'added' | 'changed' | 'deleted' | 'restored'
  message: 'answered' | 'closed' | 'reopened' | 'deleted'
}

export type AuditAction = 'login' | { [Of in keyof Actions]: `${Of}-${Actions[Of]}` }[keyof Actions]

/** An event: what happened, to whom or what, by whom and from which IP address. */
export type AuditEntry = {
  action: AuditAction
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
