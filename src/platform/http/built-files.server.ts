import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { COMPRESSIBLE_CONTENT_TYPE_REGEX } from 'hono/compress'
import { getMimeType } from 'hono/utils/mime'
import { bestEncoding, type Encoding } from './accept-encoding.server.ts'
import { SMALLEST_COMPRESSED } from './cached-answer.server.ts'
import { type ReadyAnswer, readyAnswer } from './ready-answer.server.ts'

const LARGEST_IN_MEMORY = 512 * 1024
const ENDINGS = { br: '.br', gzip: '.gz' }

type Forms = Partial<Record<Encoding | 'plain', ReadyAnswer>>

/** The files of a folder, which are read once and must not change while the process runs. */
export type BuiltFiles = {
  has: (path: string) => boolean
  /** A file as it is sent with `status: 200`; undefined when it is none, or too large to be kept. */
  find: (path: string, acceptEncoding: string | undefined) => ReadyAnswer | undefined
}

/** Reads `folder`; `headersOf` says what goes with a file besides its type, date and encoding. */
export function readBuiltFiles(
  folder: string,
  headersOf: (path: string) => [string, string][],
): BuiltFiles {
  const paths = new Set(listFiles(folder))
  const files = new Map<string, Forms>()
  for (const path of paths) {
    // A form of another file.
    if (/\.(br|gz)$/.test(path)) continue
    const forms = readForms(folder, path, paths, headersOf(path))
    if (forms) files.set(path, forms)
  }
  return {
    has: (path) => paths.has(path),
    find: (path, acceptEncoding) => {
      const forms = files.get(path)
      if (!forms) return undefined
      const encoding = forms.br || forms.gzip ? bestEncoding(acceptEncoding) : null
      return (encoding && forms[encoding]) ?? forms.plain
    },
  }
}

function listFiles(folder: string): string[] {
  // Development builds nothing.
  if (!existsSync(folder)) return []
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => {
      const path = relative(folder, join(parentPath, name))
      return `/${path.split(sep).join('/')}`
    })
}

function readForms(
  folder: string,
  path: string,
  paths: Set<string>,
  headers: [string, string][],
): Forms | undefined {
  const type = getMimeType(path) ?? 'application/octet-stream'
  const plain = readForm(folder, path, [['content-type', type], ...headers])
  if (!plain) return undefined
  const forms: Forms = { plain }
  for (const encoding of ['br', 'gzip'] as const) {
    const compressed = path + ENDINGS[encoding]
    if (!paths.has(compressed)) continue
    const encoded: [string, string][] = [
      ['content-type', type],
      ['content-encoding', encoding],
      ['vary', 'Accept-Encoding'],
      ...headers,
    ]
    forms[encoding] = readForm(folder, compressed, encoded)
  }
  // What has no encoded form yet is compressed on its way.
  const isWhole = forms.br && forms.gzip
  const isCompressible =
    plain.body.length >= SMALLEST_COMPRESSED && COMPRESSIBLE_CONTENT_TYPE_REGEX.test(type)
  return isCompressible && !isWhole ? undefined : forms
}

function readForm(
  folder: string,
  path: string,
  headers: [string, string][],
): ReadyAnswer | undefined {
  const { size, mtime } = statSync(join(folder, path))
  if (size > LARGEST_IN_MEMORY) return undefined
  const dated: [string, string][] = [...headers, ['last-modified', mtime.toUTCString()]]
  return readyAnswer(dated, readFileSync(join(folder, path)))
}
