import { apiClient } from '#shop/auth/access/authorized-fetch.ts'
import { skuLetters } from '#shop/search/sku-spellings.ts'
import { whyNoDocument, whyNoImage } from '#shop/uploads/upload-rules.ts'
import type { ChosenFile } from './chosen-files.ts'
import {
  bySuffix,
  candidatesOf,
  isMainImage,
  type NamedFile,
  type NamedProduct,
  readFileName,
} from './file-names.ts'
import type { createNamedProductsApi } from './named-products-api.server.ts'

const api = apiClient<typeof createNamedProductsApi>().products.named

export type FileState =
  | 'matched'
  | 'choose'
  | 'unknown'
  | 'refused'
  | 'there'
  | 'stored'
  | 'failed'
  | 'undone'

/** A chosen file, the products it may belong to, and what became of it. */
export type MatchedFile = ChosenFile & {
  name: NamedFile
  candidates: NamedProduct[]
  /** The product it goes to; null while it is not certain. */
  product: NamedProduct | null
  state: FileState
  /** Why it is refused, or why it failed. */
  reason?: string | undefined
}

const CODES_AT_ONCE = 500
export const MAX_FILES = 2000

/** Matches files to products by their names, and says which are stored there already, and which are left out. */
export async function matchFiles(chosen: ChosenFile[]): Promise<{ files: MatchedFile[]; leftOut: string[] }> {
  const sorted = chosen.toSorted((a, b) => bySuffix(a.path, b.path))
  const named = sorted.flatMap((file) => {
    const name = readFileName(file.path)
    return name ? [{ ...file, name }] : []
  })
  const products = await findProducts([...new Set(named.flatMap(({ name }) => name.codes))])
  const matched: MatchedFile[] = []
  for (const namedFile of named) {
    const candidates = candidatesOf(namedFile.name, products)
    const reason = (namedFile.name.kind === 'image' ? whyNoImage : whyNoDocument)(namedFile.file)
    const product = candidates.length === 1 ? (candidates[0] ?? null) : null
    const state = reason !== null ? 'refused' : await stateOf(namedFile.file, candidates, product)
    matched.push({ ...namedFile, candidates, product, state, reason: reason ?? undefined })
  }
  const paths = new Set(named.map(({ path }) => path))
  return { files: matched, leftOut: chosen.flatMap(({ path }) => (paths.has(path) ? [] : path)) }
}

/** Returns a file of the product with a SKU that was typed; undefined if there is none. */
export async function assignSku(file: MatchedFile, sku: string): Promise<MatchedFile | undefined> {
  const products = await findProducts([skuLetters(sku)])
  const exact = products.find((product) => product.sku === sku.trim().toUpperCase())
  const product = exact ?? (products.length === 1 ? products[0] : undefined)
  return product && { ...file, product, state: await stateOf(file.file, [product], product) }
}

/** The files of each product in their order: those that are certain and not stored yet. */
export function waitingFiles(files: readonly MatchedFile[]): Map<string, MatchedFile[]> {
  const waiting = files.filter(({ state, product }) => isWaiting(state) && product !== null)
  const groups = Map.groupBy(waiting, ({ product }) => product?._id ?? '')
  for (const group of groups.values()) group.sort((a, b) => bySuffix(suffixOf(a), suffixOf(b)))
  return groups
}

export function isWaiting(state: FileState): boolean {
  return state === 'matched' || state === 'failed'
}

/** The paths of the files that become main images: of each product the first one named so, or its only picture. */
export function mainImages(files: readonly MatchedFile[]): Set<string> {
  const images = files.filter(
    ({ name, product, state }) => name.kind === 'image' && product !== null && state !== 'refused',
  )
  const mains = [...Map.groupBy(images, ({ product }) => product?._id).values()].flatMap((group) => {
    const [first, ...others] = group.sort((a, b) => bySuffix(suffixOf(a), suffixOf(b)))
    const named = group.find((file) => isMainImage(file.name, suffixOf(file)))
    // A number says that there are others.
    const isOnly = first && others.length === 0 && !/^\d+$/.test(suffixOf(first))
    return named ?? (isOnly ? first : [])
  })
  return new Set(mains.map(({ path }) => path))
}

function suffixOf({ name, product }: MatchedFile): string {
  return name.suffixes[product?.code ?? ''] ?? ''
}

export async function findProducts(codes: string[]): Promise<NamedProduct[]> {
  const matched: NamedProduct[] = []
  for (let from = 0; from < codes.length; from += CODES_AT_ONCE) {
    const json = { codes: codes.slice(from, from + CODES_AT_ONCE) }
    matched.push(...(await api.$post({ json })))
  }
  return matched
}

async function stateOf(file: File, candidates: NamedProduct[], product: NamedProduct | null) {
  if (candidates.length === 0) return 'unknown'
  if (product === null) return 'choose'
  const hash = await hashOf(file)
  const isThere = hash !== null && product.files.some((url) => url.includes(hash))
  return isThere ? 'there' : 'matched'
}

/** Returns the name under which the shop stores a file; null where the browser can't compute it. */
export async function hashOf(file: File): Promise<string | null> {
  if (!globalThis.isSecureContext) return null
  const hash = await crypto.subtle.digest('SHA-256', await file.arrayBuffer())
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0'))
    .join('')
    .slice(0, 32)
}
