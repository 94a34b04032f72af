import { sql } from 'kysely'
import type { Db } from '#platform/database/database.server.ts'
import type { LegalSlug } from '#platform/http/legal-page.ts'
import { recordAudit } from '#shop/audit/audit.server.ts'
import type { AuditContext } from '#shop/auth/access/caller.server.ts'

export type LegalPageVersion = { slug: string; version: number; body: string; savedAt: Date }

const columns = ['slug', 'version', 'body', 'savedAt'] as const

/** Returns the newest version of each page that was ever saved. */
export function listLegalPages(db: Db): Promise<LegalPageVersion[]> {
  return db
    .selectFrom('legalPage')
    .select(columns)
    .distinctOn('slug')
    .orderBy('slug')
    .orderBy('version', 'desc')
    .execute()
}

/** Returns which pages visitors find. */
export async function findExistingPages(db: Db): Promise<LegalSlug[]> {
  const pages = await listLegalPages(db)
  return pages.filter(({ body }) => body !== '').map(({ slug }) => slug as LegalSlug)
}

/** Finds a version of a page, without a number the newest; undefined where there is none. */
export function findLegalPage(
  db: Db,
  slug: LegalSlug,
  version?: number,
): Promise<LegalPageVersion | undefined> {
  return db
    .selectFrom('legalPage')
    .select(columns)
    .where('slug', '=', slug)
    .$if(version !== undefined, (query) => query.where('version', '=', version as number))
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/**
 * Saves the next version of a page; an empty text takes the page back. Undefined when the version that
 * the editor saw, 0 for none, is not the newest.
 */
export function saveLegalPage(
  db: Db,
  slug: LegalSlug,
  { body, version: seen }: { body: string; version: number },
  audit: AuditContext,
): Promise<LegalPageVersion | undefined> {
  return db.transaction().execute(async (db) => {
    const version = seen + 1
    // Of two editors at once, the key lets one save.
    const saved = await db
      .insertInto('legalPage')
      .columns(['slug', 'version', 'body', 'savedBy'])
      .expression(
        sql`select ${slug}, ${version}::integer, ${body}, ${audit.actor.email}
        where ${seen}::integer = (
          select coalesce(max(version), 0) from legal_page where slug = ${slug}
        )`,
      )
      .onConflict((conflict) => conflict.doNothing())
      .returning(columns)
      .executeTakeFirst()
    if (saved) {
      const subject = { id: null, name: `${slug}, version ${version}` }
      await recordAudit(db, { action: 'page-saved', subject, ...audit })
    }
    return saved
  })
}
