import { sql } from 'kysely'
import type { Db } from '#platform/database/database.server.ts'
import { prepared } from '#platform/database/prepared-statements.server.ts'
import { recordAudit } from '#shop/audit/audit.server.ts'
import type { AuditContext } from '#shop/auth/access/caller.server.ts'
import { type Redirect, redirectKey } from './redirect-rules.ts'

/**
 * Returns the response to a request for an address without a page: the way to the page that took its place,
 * which may be corrected within the hour; undefined without one.
 */
export async function redirectOf(
  db: Db,
  { method, url }: Pick<Request, 'method' | 'url'>,
): Promise<Response | undefined> {
  if (!['GET', 'HEAD'].includes(method)) return undefined
  const target = await findRedirect(db, new URL(url))
  if (target === undefined) return undefined
  const headers = { Location: target, 'Cache-Control': 'max-age=3600' }
  return new Response(null, { status: 301, headers })
}

/** Finds the page by the address with its query, or else without. */
async function findRedirect(db: Db, { pathname, search }: URL): Promise<string | undefined> {
  const keys = [redirectKey(pathname + search), redirectKey(pathname)]
  const { rows } = await sql<Redirect>`
    ${prepared('find-redirect')}
    select path, target from redirect where path = any(${keys}::text[])`.execute(db)
  return keys.flatMap((key) => rows.find(({ path }) => path === key)?.target ?? [])[0]
}

export function listRedirects(
  db: Db,
  { size, page }: { size: number; page: number },
): Promise<Redirect[]> {
  return db
    .selectFrom('redirect')
    .select(['path', 'target'])
    .orderBy('path')
    .limit(size)
    .offset(size * page)
    .execute()
}

export async function countRedirects(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('redirect')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

export function replaceRedirects(
  db: Db,
  redirects: readonly Redirect[],
  audit: AuditContext,
): Promise<void> {
  return db.transaction().execute(async (db) => {
    // Two files at once are saved one after the other.
    await sql`lock table redirect in share row exclusive mode`.execute(db)
    await sql`delete from redirect`.execute(db)
    await sql`insert into redirect (path, target)
      select path, target from json_to_recordset(${JSON.stringify(redirects)})
        as redirect (path text, target text)`.execute(db)
    const subject = { id: null, name: `${redirects.length} addresses` }
    await recordAudit(db, { action: 'redirects-replaced', subject, ...audit })
  })
}
