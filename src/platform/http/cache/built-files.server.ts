import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { COMPRESSIBLE_CONTENT_TYPE_REGEX } from 'hono/compress'
import { getMimeType } from 'hono/utils/mime'
import { bestEncoding, type Encoding } from './accept-encoding.server.ts'
import { MIN_COMPRESSED_BYTES } from './cached-response.server.ts'
import { type ReadyResponse, readyResponse } from './ready-response.server.ts'

const MAX_IN_MEMORY_BYTES = 512 * 1024
const EXTENSIONS = { br: '.br', gzip: '.gz' }

type Variants = Partial<Record<Encoding | 'plain', ReadyResponse>>

/** The files of a folder. They are read once and must not change while the process runs. */
export type BuiltFiles = {
  has: (path: string) => boolean
  /** The 200 response for a file; undefined when there is none or it is too large to hold in memory. */
  find: (path: string, acceptEncoding: string | undefined) => ReadyResponse | undefined
}

/**
 * Reads `folder`. `headersOf` returns a file's headers besides its type, date and encoding. Those that
 * `isLeftOut` are not found.
 */
export function readBuiltFiles(
  folder: string,
  headersOf: (path: string) => [string, string][],
  isLeftOut: (path: string) => boolean = () => false,
): BuiltFiles {
  const paths = new Set(listFiles(folder))
  const files = new Map<string, Variants>()
  for (const path of paths) {
    // A compressed copy of another file.
    if (/\.(br|gz)$/.test(path)) continue
    const variants = readVariants(folder, path, paths, headersOf(path))
    if (variants) files.set(path, variants)
  }
  return {
    has: (path) => paths.has(path) && !isLeftOut(path),
    find: (path, acceptEncoding) => {
      const variants = files.get(path)
      if (!variants || isLeftOut(path)) return undefined
      const encoding = variants.br || variants.gzip ? bestEncoding(acceptEncoding) : null
      return (encoding && variants[encoding]) ?? variants.plain
    },
  }
}

function listFiles(folder: string): string[] {
  // In development there is no build.
  if (!existsSync(folder)) return []
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => {
      const path = relative(folder, join(parentPath, name))
      return `/${path.split(sep).join('/')}`
    })
}

function readVariants(
  folder: string,
  path: string,
  paths: Set<string>,
  headers: [string, string][],
): Variants | undefined {
  const type = getMimeType(path) ?? 'application/octet-stream'
  const plain = readVariant(folder, path, [['content-type', type], ...headers])
  if (!plain) return undefined
  const variants: Variants = { plain }
  for (const encoding of ['br', 'gzip'] as const) {
    const compressed = path + EXTENSIONS[encoding]
    if (!paths.has(compressed)) continue
    const encoded: [string, string][] = [
      ['content-type', type],
      ['content-encoding', encoding],
      ['vary', 'Accept-Encoding'],
      ...headers,
    ]
    variants[encoding] = readVariant(folder, compressed, encoded)
  }
  // A file without compressed copies is compressed per request instead.
  const hasBothCopies = variants.br && variants.gzip
  const isCompressible =
    plain.body.length >= MIN_COMPRESSED_BYTES && COMPRESSIBLE_CONTENT_TYPE_REGEX.test(type)
  return isCompressible && !hasBothCopies ? undefined : variants
}

function readVariant(folder: string, path: string, headers: [string, string][]) {
  const { size, mtime } = statSync(join(folder, path))
  if (size > MAX_IN_MEMORY_BYTES) return undefined
  const dated: [string, string][] = [...headers, ['last-modified', mtime.toUTCString()]]
  return readyResponse(dated, readFileSync(join(folder, path)))
}
