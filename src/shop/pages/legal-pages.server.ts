import { sql } from 'kysely'
import type { Db } from '#platform/database/database.server.ts'
import type { LegalSlug } from '#platform/http/legal-page.ts'
import { renderMarkdown } from '#platform/markdown.ts'
import { recordAudit } from '#shop/audit/audit.server.ts'
import type { AuditContext } from '#shop/auth/access/caller.server.ts'
import { keepVersion } from '#shop/texts/text-versions.server.ts'

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

export async function findExistingPages(db: Db): Promise<LegalSlug[]> {
  const newest = db
    .selectFrom('legalPage')
    .select(['slug', sql<boolean>`body <> ''`.as('hasText')])
    .distinctOn('slug')
    .orderBy('slug')
    .orderBy('version', 'desc')
  const pages = await db.selectFrom(newest.as('page')).select('slug').where('hasText', '=', true).execute()
  return pages.map(({ slug }) => slug as LegalSlug)
}

/** What a version shows, the newest without a number; undefined if there is none, empty HTML if taken back. */
export async function findLegalPage(db: Db, slug: LegalSlug, version?: number) {
  const page = await db
    .selectFrom('legalPage')
    .select(['version', 'savedAt', 'html'])
    // An earlier release, beside this one, saves pages without.
    .select(sql<string>`case when html is null then body else '' end`.as('body'))
    .where('slug', '=', slug)
    .$if(version !== undefined, (query) => query.where('version', '=', version as number))
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
  return page && { ...page, html: page.html ?? renderMarkdown(page.body).html }
}

/** Renders the pages that an earlier release has saved. */
export async function renderStalePages(db: Db): Promise<void> {
  const stale = await db
    .selectFrom('legalPage')
    .select(['slug', 'version', 'body'])
    .where('html', 'is', null)
    .execute()
  for (const { slug, version, body } of stale) {
    await db
      .updateTable('legalPage')
      .set({ html: renderMarkdown(body).html })
      .where('slug', '=', slug)
      .where('version', '=', version)
      .execute()
  }
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
    const before = await db
      .selectFrom('legalPage')
      .select(['version', 'body'])
      .where('slug', '=', slug)
      .orderBy('version', 'desc')
      .limit(1)
      .executeTakeFirst()
    if ((before?.version ?? 0) !== seen) return undefined
    const version = seen + 1
    const { html } = renderMarkdown(body)
    // Of two editors at once, the key lets one save.
    const saved = await db
      .insertInto('legalPage')
      .values({ slug, version, body, html, savedBy: audit.actor.email })
      .onConflict((conflict) => conflict.doNothing())
      .returning(columns)
      .executeTakeFirst()
    if (!saved) return undefined
    if (before?.body) await keepVersion(db, slug, { body: before.body }, { body })
    const subject = { id: null, name: `${slug}, version ${version}` }
    await recordAudit(db, { action: 'page-saved', subject, ...audit })
    return saved
  })
}
