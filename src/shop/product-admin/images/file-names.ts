import { skuLetters } from '#shop/search/sku-spellings.ts'

/** What the name of a file says: codes that may be a SKU or GTIN, and its place among the files. */
export type NamedFile = {
  kind: 'image' | 'document'
  /** The letters and digits of the possible codes; the whole name first, its folder last. */
  codes: string[]
  /** The same as written, to prefer the SKU that is written exactly so. */
  written: string[]
  /** What follows the code: the number or the word of a further image; empty for the main one. */
  suffixes: Record<string, string>
}

// Those of other formats are refused by name.
const IMAGE = /\.(?:jpe?g|jfif|png|webp|avif|heic|heif|tiff?|gif|bmp|svg|psd|eps|raw|cr2|nef|arw|dng)$/i
// What a Mac adds to folders and archives.
const HIDDEN = /(?:^|\/)(?:\._|__MACOSX\/)/
const DOCUMENT = /\.pdf$/i
const MAX_PARTS = 6
/** In letters and digits; no SKU is as long. */
const LONGEST_CODE = 60
// Of these, the first image of a folder or a code is the main one.
const MAIN = /^(?:0*1|front|main|vorne|haupt(?:bild)?|principale?)?$/i

/** Reads the path of a chosen file; null for a file that is neither an image nor a PDF. */
export function readFileName(path: string): NamedFile | null {
  const [file = '', folder = ''] = path.split(/\//).reverse()
  const kind = IMAGE.test(file) ? 'image' : DOCUMENT.test(file) ? 'document' : null
  if (!kind || HIDDEN.test(path)) return null
  const name = file.replace(/\.\w+$/, '')
  const written: string[] = []
  const suffixes: Record<string, string> = {}
  const add = (text: string, suffix: string) => {
    const code = skuLetters(text)
    if (code === '' || code.length > LONGEST_CODE || Object.hasOwn(suffixes, code)) return
    written.push(text)
    suffixes[code] = suffix
  }
  for (const [code, rest] of beginningsOf(name)) add(code, rest)
  for (const [code] of beginningsOf(folder)) add(code, name)
  return { kind, codes: Object.keys(suffixes), written, suffixes }
}

/** The beginnings of a name, the longest first, and what follows each. */
function beginningsOf(name: string): [beginning: string, rest: string][] {
  const parts = name.split(/(?<=[^a-z0-9])|(?=[^a-z0-9])/i).slice(0, 2 * MAX_PARTS)
  const ends = parts.flatMap((part, at) => (/[a-z0-9]/i.test(part) ? at + 1 : []))
  return ends.reverse().map((end) => {
    const rest = parts.slice(end).join('')
    return [parts.slice(0, end).join(''), rest.replace(/^[^a-z0-9]+/i, '')]
  })
}

/** Whether a file is named like the main image of its product: without a suffix, or with the first number. */
export function isMainImage({ kind }: NamedFile, suffix: string): boolean {
  return kind === 'image' && MAIN.test(suffix)
}

export type NamedProduct = { _id: string; sku: string; code: string; name: string; files: string[] }

/**
 * Returns the products that a file may belong to. One that is written exactly as its SKU, and else one
 * of the longest code, is certain.
 */
export function candidatesOf(file: NamedFile, products: readonly NamedProduct[]): NamedProduct[] {
  const matches = file.codes.flatMap((code) => products.filter((product) => product.code === code))
  const exact = matches.filter(({ sku }) =>
    file.written.some((text) => text.toUpperCase() === sku.toUpperCase()),
  )
  if (exact.length > 0) return exact.slice(0, 1)
  const [first] = matches
  return matches.filter((product) => product.code === first?.code)
}

export function bySuffix(a: string, b: string): number {
  return a.localeCompare(b, 'en', { numeric: true })
}
