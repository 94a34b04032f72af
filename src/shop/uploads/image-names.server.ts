import { sql } from 'kysely'
import type { Db } from '#platform/database/database.server.ts'
import { removeControlCharacters } from '#platform/text.ts'

const LONGEST_NAME = 200

/** Remembers under which file name an image was uploaded; the same name means the later image. */
export async function rememberImageName(db: Db, fileName: string | undefined, url: string) {
  if (!fileName) return
  await sql`
    insert into image_name (name, url) values (${keyOf(fileName)}, ${url})
    on conflict (name) do update set url = excluded.url, used_at = now()`.execute(db)
}

/** Finds images by the names under which they were uploaded. These names are kept for longer. */
export async function findNamedImages(
  db: Db,
  fileNames: string[],
): Promise<(fileName: string) => string | undefined> {
  const names = sql`${fileNames.map(keyOf)}::text[]`
  const { rows } = await sql<{ name: string; url: string }>`
    with used as (
      update image_name set used_at = now()
      where name = any(${names}) and used_at < now() - interval '1 day'
    )
    select name, url from image_name where name = any(${names})`.execute(db)
  const urls = new Map(rows.map(({ name, url }) => [name, url]))
  return (fileName) => urls.get(keyOf(fileName))
}

/** Names differ neither in case nor in how accents are composed. */
const keyOf = (fileName: string) =>
  removeControlCharacters(fileName.slice(0, LONGEST_NAME)).normalize('NFC').toLowerCase()
