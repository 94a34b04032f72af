import { sql } from 'kysely'
import type { Db } from '#platform/database/database.server.ts'
import type { FileStore } from '#platform/files/file-store.server.ts'

// Every file name of an image starts with the hash of its content; so does the last part of its URL.
const HASH = /[0-9a-f]{32}/g
const OWN_HASH = /^(?:documents\/)?([0-9a-f]{32})/
const BATCH = 5000

/**
 * Deletes the images and documents that were stored before `before` and that no row refers to: replaced
 * images, uploads whose form was never saved, and remains of failed uploads. Returns the number
 * deleted.
 */
export async function deleteUnusedImages(db: Db, store: FileStore, before: Date): Promise<number> {
  const old = await listFiles(store, before)
  if (old.size === 0) return 0
  const used = await findUsed(db)
  let deleted = 0
  for (const [hash, names] of old) {
    if (used.has(hash)) continue
    // It may have been uploaded again since the listing.
    const files = await Promise.all(names.map(store.find))
    if (!files.every((file) => file === null || file.modifiedAt < before)) continue
    for (const name of names) await store.remove(name)
    deleted++
  }
  return deleted
}

/** Returns the files of images and documents of which all were stored before a date, by hash. */
async function listFiles(store: FileStore, before: Date): Promise<Map<string, string[]>> {
  const old = new Map<string, string[]>()
  const fresh = new Set<string>()
  for await (const { name, modifiedAt } of store.list()) {
    const hash = OWN_HASH.exec(name)?.[1]
    if (!hash) continue
    if (modifiedAt >= before) fresh.add(hash)
    else old.set(hash, [...(old.get(hash) ?? []), name])
  }
  for (const hash of fresh) old.delete(hash)
  return old
}

async function findUsed(db: Db): Promise<Set<string>> {
  const used = new Set<string>()
  const addHashes = (texts: string[]) => {
    for (const text of texts) for (const hash of text.match(HASH) ?? []) used.add(hash)
  }
  const { rows } = await sql<{ image: string }>`
    select image from blog_post
    union select image from product_image
    union select url from product_document
    union select concat_ws(' ', image, drawing) from family
    union select image from account where image is not null
    union select content::text from site_content
    union select content::text from text_version
    union select concat_ws(' ', logo, dark_logo, link_image) from brand
    union select body from blog_post
    union select body from legal_page
    union select url from image_name
    union select jsonb_path_query(changes, '$[*] ? (@.field == "imgURL")')::text
      from product_import_row`.execute(db)
  addHashes(rows.map(({ image }) => image))
  // Products first: an order placed during the scan copies the image of its product.
  for (const table of ['product', 'order_line']) {
    for (let after: string | null = '00000000-0000-0000-0000-000000000000'; after !== null; ) {
      const batch = await imagesIn(db, table, after)
      addHashes(batch.images)
      after = batch.last
    }
  }
  return used
}

async function imagesIn(db: Db, table: string, after: string) {
  const { rows } = await sql<{ last: string | null; images: string[] }>`
    with batch as (
      select id, image from ${sql.table(table)} where id > ${after}::uuid order by id limit ${BATCH}
    )
    select (select id from batch order by id desc limit 1) as last,
      array(select distinct image from batch) as images`.execute(db)
  return rows[0] ?? { last: null, images: [] }
}
