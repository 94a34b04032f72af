import type { Db } from '#platform/database/database.server.ts'
import type { Site } from '#platform/http/site.ts'
import type { SiteFrame } from '#platform/http/site-frame.ts'
import { recordAudit } from '#shop/audit/audit.server.ts'
import type { AuditContext } from '#shop/auth/access/caller.server.ts'
import { keepVersion } from '#shop/texts/text-versions.server.ts'
import { defaultHomeTexts, type HomeTexts, ownHomeTexts, type Portfolio } from './site-texts.ts'

type Texts = { portfolio: Portfolio; home: HomeTexts; frame: SiteFrame }
type NamedSite = Pick<Site, 'name' | 'isOwn'>

/** The texts of a page, and how often they were stored. */
export type StoredTexts<Page extends keyof Texts> = { content: Texts[Page]; version: number }

export function findPortfolio(db: Db): Promise<StoredTexts<'portfolio'> | undefined> {
  return findTexts(db, 'portfolio')
}

/** Returns the texts of the home page; until others are stored, those of the specification, or in an own shop its name. */
export async function findHomeTexts(db: Db, site: NamedSite): Promise<StoredTexts<'home'>> {
  const { content, version } = (await findTexts(db, 'home')) ?? { content: {}, version: 0 }
  const usual = site.isOwn ? ownHomeTexts(site.name) : defaultHomeTexts
  return { content: { ...usual, ...content }, version }
}

/** Returns what the owner has set around the pages; undefined until it is. */
export function findFrame(db: Db): Promise<StoredTexts<'frame'> | undefined> {
  return findTexts(db, 'frame')
}

/** Stores the texts of a page. False when they were stored again after the version `seen`, which is 0 for none. */
export async function storeTexts<Page extends keyof Texts>(
  db: Db,
  page: Page,
  texts: Texts[Page],
  seen?: number,
): Promise<boolean> {
  const content = JSON.stringify(texts)
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('siteContent')
    .values({ page, content })
    .onConflict((conflict) =>
      conflict
        .column('page')
        .doUpdateSet((row) => ({ content, version: row('siteContent.version', '+', 1) }))
        .where((row) => (seen === undefined ? row.lit(true) : row('siteContent.version', '=', seen))),
    )
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/** The same for an admin, whose change is recorded. */
export function changeTexts<Page extends keyof Texts>(
  db: Db,
  page: Page,
  { version, ...texts }: Texts[Page] & { version?: number | undefined },
  audit: AuditContext,
): Promise<boolean> {
  return db.transaction().execute(async (db) => {
    const before = await db
      .selectFrom('siteContent')
      .select('content')
      .where('page', '=', page)
      .forUpdate()
      .executeTakeFirst()
    if (!(await storeTexts(db, page, texts as unknown as Texts[Page], version))) return false
    if (before) await keepVersion(db, page, Object(before.content), texts)
    const subject = { id: null, name: page }
    await recordAudit(db, { action: 'texts-changed', subject, ...audit })
    return true
  })
}

async function findTexts<Page extends keyof Texts>(db: Db, page: Page) {
  const row = await db
    .selectFrom('siteContent')
    .select(['content', 'version'])
    .where('page', '=', page)
    .executeTakeFirst()
  // Written only by storeTexts, which gets checked texts.
  return row && { content: row.content as Texts[Page], version: row.version }
}
