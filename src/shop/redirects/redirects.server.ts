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
  const found = await findRedirect(db, new URL(url))
  if (found === undefined) return undefined
  // A page that gets its former name back would else lead back and forth in browsers.
  const cache = found.isRenamed ? 'no-cache' : 'max-age=3600'
  const headers = { Location: found.target, 'Cache-Control': cache }
  return new Response(null, { status: 301, headers })
}

/** Finds the page by the address with its query, or else without. */
export async function findRedirect(db: Db, { pathname, search }: URL) {
  const keys = [redirectKey(pathname + search), redirectKey(pathname)]
  const { rows } = await sql<Redirect & { isRenamed: boolean }>`
    ${prepared('find-redirect')}
    select path, target, is_renamed from redirect where path = any(${keys}::text[])`.execute(db)
  return keys.flatMap((key) => rows.find(({ path }) => path === key) ?? [])[0]
}

export function listRedirects(db: Db, { size, page }: { size: number; page: number }): Promise<Redirect[]> {
  return db
    .selectFrom('redirect')
    .select(['path', 'target'])
    .where('isRenamed', '=', false)
    .orderBy('path')
    .limit(size)
    .offset(size * page)
    .execute()
}

export async function countRedirects(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('redirect')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('isRenamed', '=', false)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export function replaceRedirects(db: Db, redirects: readonly Redirect[], audit: AuditContext) {
  return db.transaction().execute(async (db) => {
    // Two files at once are saved one after the other.
    await sql`lock table redirect in share row exclusive mode`.execute(db)
    await sql`delete from redirect where not is_renamed`.execute(db)
    await sql`insert into redirect (path, target)
      select path, target from json_to_recordset(${JSON.stringify(redirects)})
        as redirect (path text, target text)
      on conflict (path) do update set target = excluded.target, is_renamed = false`.execute(db)
    const subject = { id: null, name: `${redirects.length} addresses` }
    await recordAudit(db, { action: 'redirects-replaced', subject, ...audit })
  })
}

/** Leads from the former path of a page of this shop to its new one, and no longer the other way. */
export async function redirectPage(db: Db, from: string, to: string): Promise<void> {
  await sql`delete from redirect where path = ${to} and is_renamed`.execute(db)
  await sql`update redirect set target = ${to} where target = ${from}`.execute(db)
  await sql`insert into redirect (path, target, is_renamed) values (${from}, ${to}, true)
    on conflict (path) do update set target = ${to}, is_renamed = true`.execute(db)
}
