import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Db } from '#platform/database/database.server.ts'

// Every file of a picture begins with the hash of its content, and so does its URL's last part.
const HASH = /[0-9a-f]{32}/g
const PIECE = 5000

/**
 * Deletes the pictures in `folder` that were stored before a moment and that nothing in the shop
 * shows: uploads whose form was never saved, and pictures that were replaced. Says how many.
 */
export async function deleteUnusedImages(db: Db, folder: string, before: Date): Promise<number> {
  const old = await listFiles(folder, before)
  if (old.size === 0) return 0
  const used = await findUsed(db)
  let deleted = 0
  for (const [hash, files] of old) {
    if (used.has(hash)) continue
    // Stored again meanwhile, it is new.
    const isOld = await Promise.all(files.map((file) => isBefore(file, before)))
    if (!isOld.every(Boolean)) continue
    for (const file of files) await rm(file, { force: true })
    deleted++
  }
  return deleted
}

/** The files of pictures of which none was stored after a moment, by their hash. */
async function listFiles(folder: string, before: Date): Promise<Map<string, string[]>> {
  const pictures = new Map<string, string[]>()
  for (const name of await readdir(folder).catch(() => [])) {
    const [hash] = name.match(HASH) ?? []
    if (hash && name.startsWith(hash)) {
      pictures.set(hash, [...(pictures.get(hash) ?? []), join(folder, name)])
    }
  }
  for (const [hash, files] of pictures) {
    const isOld = await Promise.all(files.map((file) => isBefore(file, before)))
    if (!isOld.every(Boolean)) pictures.delete(hash)
  }
  return pictures
}

async function isBefore(file: string, moment: Date): Promise<boolean> {
  const found = await stat(file).catch(() => null)
  return found === null || found.mtime < moment
}

/** The hashes of all pictures that the shop shows. */
async function findUsed(db: Db): Promise<Set<string>> {
  const used = new Set<string>()
  const note = (texts: string[]) => {
    for (const text of texts) for (const hash of text.match(HASH) ?? []) used.add(hash)
  }
  const { rows } = await sql<{ image: string }>`
    select image from blog_post
    union select image from account where image is not null
    union select content::text from site_content`.execute(db)
  note(rows.map(({ image }) => image))
  // Products first: an order placed meanwhile has the picture that its product had by then.
  for (const table of ['product', 'purchase']) {
    for (let after: string | null = '00000000-0000-0000-0000-000000000000'; after !== null; ) {
      const piece = await imagesIn(db, table, after)
      note(piece.images)
      after = piece.last
    }
  }
  return used
}

async function imagesIn(db: Db, table: string, after: string) {
  const { rows } = await sql<{ last: string | null; images: string[] }>`
    with piece as (
      select id, image from ${sql.table(table)} where id > ${after}::uuid order by id limit ${PIECE}
    )
    select (select id from piece order by id desc limit 1) as last,
      array(select distinct image from piece) as images`.execute(db)
  return rows[0] ?? { last: null, images: [] }
}
