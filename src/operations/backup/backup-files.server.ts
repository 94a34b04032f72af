import { createHash } from 'node:crypto'
import { createReadStream, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'
import { shopVersion } from '#platform/settings/settings.server.ts'
import { StartupError } from '#platform/startup-error.ts'

const MANIFEST = 'backup.json'
/** Images and documents, whether they are in a folder or in a bucket. */
export const MEDIA = 'media'
export const FOLDERS = [MEDIA, 'secrets'] as const
export const TABLES = 'database'

const FORMAT = 2

const manifest = z.object({
  format: z.literal(FORMAT),
  /** The version of the shop that made it; the first backups of this format have none. */
  version: z.string().optional(),
  madeAt: z.iso.datetime(),
  database: z.object({
    postgresql: z.string(),
    migration: z.string(),
    tables: z.array(
      z.object({
        name: z.string(),
        columns: z.array(z.string()),
        file: z.string(),
        rows: z.number(),
      }),
    ),
    sequences: z.record(z.string(), z.string()),
  }),
  files: z.record(z.string(), z.object({ bytes: z.number(), sha256: z.string() })),
})

export type Manifest = z.infer<typeof manifest>

/** Writes backup.json, which lists each file of the backup with its checksum. */
export async function writeManifest(
  folder: string,
  about: Pick<Manifest, 'madeAt' | 'database'>,
): Promise<Manifest> {
  const files: Manifest['files'] = {}
  for (const path of listFiles(folder)) {
    files[path] = {
      bytes: statSync(join(folder, path)).size,
      sha256: await sha256Of(join(folder, path)),
    }
  }
  const written: Manifest = { format: FORMAT, version: shopVersion(), ...about, files }
  writeFileSync(join(folder, MANIFEST), `${JSON.stringify(written, null, 1)}\n`, { mode: 0o600 })
  return written
}

/**
 * Reads backup.json and compares every file with it. Throws a StartupError when the folder is no
 * backup, or a file is missing, changed or not listed.
 */
export async function readVerifiedManifest(folder: string): Promise<Manifest> {
  const listed = readManifest(folder)
  const present = new Set(listFiles(folder).filter((path) => path !== MANIFEST))
  for (const [path, { bytes, sha256 }] of Object.entries(listed.files)) {
    const isSame =
      present.delete(path) &&
      statSync(join(folder, path)).size === bytes &&
      (await sha256Of(join(folder, path))) === sha256
    if (!isSame) throw new StartupError(`The backup ${folder} is damaged: ${path} is missing or changed.`)
  }
  const [unlisted] = present
  if (unlisted) throw new StartupError(`The backup ${folder} is damaged: ${unlisted} is not part of it.`)
  return listed
}

function readManifest(folder: string): Manifest {
  const content = readJson(join(folder, MANIFEST))
  const read = manifest.safeParse(content)
  if (read.success) return read.data
  const { format, version } = Object(content)
  if (content === undefined && existsSync(join(folder, MANIFEST)))
    throw new StartupError(`The backup ${folder} is damaged: ${MANIFEST} is cut off or changed.`)
  if (!Number.isInteger(format) || format === FORMAT) {
    throw new StartupError(`${folder} is not a backup of this shop: it has no readable ${MANIFEST}.`)
  }
  // Only version 1.0.0 wrote backups that do not name their version.
  const maker = version ?? (format < FORMAT ? '1.0.0 or an unreleased one after it' : 'unknown')
  throw new StartupError(
    `The backup ${folder} was made by version ${maker}, format ${format}, and this is version ${shopVersion()}, which reads format ${FORMAT}: restore it with that version (docs/operations/one-machine.md).`,
  )
}

/** The content of a JSON file; undefined when it is absent or no JSON. */
function readJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return undefined
  }
}

function listFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort()
}

async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}
