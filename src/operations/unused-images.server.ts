import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Db } from '#platform/database/database.server.ts'

// Every file name of an image starts with the hash of its content; so does the last part of its URL.
const HASH = /[0-9a-f]{32}/g
const BATCH = 5000

/**
 * Deletes the images in `folder`, and the documents in the folder below it, that were stored before
 * `before` and that no row refers to: replaced ones, and uploads whose form was never saved. Returns
 * how many were deleted.
 */
export async function deleteUnusedImages(db: Db, folder: string, before: Date): Promise<number> {
  const old = await listFiles(folder, before)
  for (const [hash, files] of await listFiles(join(folder, 'documents'), before)) {
    old.set(hash, [...(old.get(hash) ?? []), ...files])
  }
  if (old.size === 0) return 0
  const used = await findUsed(db)
  let deleted = 0
  for (const [hash, files] of old) {
    if (used.has(hash)) continue
    // It may have been uploaded again since the listing.
    const isOld = await Promise.all(files.map((file) => isBefore(file, before)))
    if (!isOld.every(Boolean)) continue
    for (const file of files) await rm(file, { force: true })
    deleted++
  }
  return deleted
}

/** Returns the files of images stored before `before`, by hash. */
async function listFiles(folder: string, before: Date): Promise<Map<string, string[]>> {
  const images = new Map<string, string[]>()
  for (const name of await readdir(folder).catch(() => [])) {
    const [hash] = name.match(HASH) ?? []
    if (hash && name.startsWith(hash)) {
      images.set(hash, [...(images.get(hash) ?? []), join(folder, name)])
    }
  }
  for (const [hash, files] of images) {
    const isOld = await Promise.all(files.map((file) => isBefore(file, before)))
    if (!isOld.every(Boolean)) images.delete(hash)
  }
  return images
}

async function isBefore(file: string, date: Date): Promise<boolean> {
  const found = await stat(file).catch(() => null)
  return found === null || found.mtime < date
}

/** Returns the hashes of all images that a row refers to. */
async function findUsed(db: Db): Promise<Set<string>> {
  const used = new Set<string>()
  const addHashes = (texts: string[]) => {
    for (const text of texts) for (const hash of text.match(HASH) ?? []) used.add(hash)
  }
  const { rows } = await sql<{ image: string }>`
    select image from blog_post
    union select image from product_image
    union select url from product_document
    union select image from account where image is not null
    union select content::text from site_content`.execute(db)
  addHashes(rows.map(({ image }) => image))
  // Products first: an order placed during the scan copies the image of its product.
  for (const table of ['product', 'purchase']) {
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
