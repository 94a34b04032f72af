import { sql } from 'kysely'
import type { Db } from '#platform/database/database.server.ts'
import { firstCharacters } from '#platform/text.ts'
import type { NamedProduct } from '#shop/catalogue/product.ts'
import { listProductsByIds, type StoredProduct } from '#shop/catalogue/products.server.ts'
import { skuLetters, skuSpellings } from '#shop/search/sku-spellings.ts'
import { findByNames, MAX_CANDIDATES } from './match-names.server.ts'

/** The product if it is certain, otherwise the candidates, most likely first. */
type Match = {
  product: StoredProduct | null
  candidates: StoredProduct[]
  /** The SKU, if the product is no longer made; what replaces it is the candidate. */
  discontinued?: string | undefined
  /** Whether the time limit prevented the lookup. */
  isSkipped: boolean
}

const MAX_SAME_SKUS = 1_000
const LONGEST_NAME = 200
const MAX_CODES = 6
/** How far the successors of successors are followed. */
const MAX_SUCCESSORS = 10

/**
 * Finds the products that a pasted list names. A SKU or the whole name is certain; other names have
 * candidates: products with all of the words, or else those that share most of them. `now` is a clock
 * in milliseconds.
 */
export async function matchProducts(
  db: Db,
  written: NamedProduct[],
  now: () => number = performance.now.bind(performance),
): Promise<Match[]> {
  const codes = written.map(({ sku, name }) => (sku === null ? [...codesIn(name ?? '')] : [sku]))
  const bySku = await findBySkus(db, codes.flat())
  const replaced = await findReplaced(
    db,
    codes.flat().filter((code) => !bySku.has(code)),
  )
  const named = written.map(({ sku, name }, index) => {
    const known = (codes[index] ?? []).filter((code) => bySku.has(code) || replaced.has(code))
    // Two SKUs in one name are ambiguous.
    return { sku: known.length === 1 ? (known[0] ?? null) : sku, name }
  })
  const isKnown = (sku: string | null) => sku !== null && (bySku.has(sku) || replaced.has(sku))
  const similar = await findBySimilarSkus(
    db,
    named.flatMap(({ sku }) => (sku === null || isKnown(sku) ? [] : [sku])),
  )
  const names = named.map(({ sku, name }) => (isKnown(sku) ? '' : firstCharacters(name ?? '', LONGEST_NAME)))
  const byName = await findByNames(db, new Set(names.filter((name) => name !== '')), now)
  const meantProducts = await listProductsByIds(
    db,
    [...byName.values()].flatMap(({ ids }) => ids),
  )
  const byId = new Map(meantProducts.map((product) => [product.id, product]))
  return named.map(({ sku }, index) => {
    const product = sku === null ? undefined : bySku.get(sku)
    if (product) return { product, candidates: [], isSkipped: false }
    const discontinued = sku === null ? undefined : replaced.get(sku)
    if (discontinued) {
      const { sku, successors } = discontinued
      return { product: null, candidates: successors, discontinued: sku, isSkipped: false }
    }
    const name = names[index] ?? ''
    const match = byName.get(name)
    const products = (match?.ids ?? []).flatMap((id) => byId.get(id) ?? [])
    // An unknown SKU may be a typing error, so even an exact name must be confirmed.
    if (match?.isWholeName && products.length === 1 && sku === null) {
      return { product: products[0] ?? null, candidates: [], isSkipped: false }
    }
    const meant = (sku !== null && similar.get(sku)) || []
    const others = products.filter(({ id }) => !meant.some((product) => product.id === id))
    const candidates = [...meant, ...others].slice(0, MAX_CANDIDATES)
    return { product: null, candidates, isSkipped: name !== '' && match === undefined }
  })
}

/** A possible SKU in a name: `4471-220` in `socket 4471-220`. */
function codesIn(name: string): Set<string> {
  const words = name.toUpperCase().match(/[A-Z\d][A-Z\d./-]{2,39}/g) ?? []
  return new Set(words.filter((word) => /\d/.test(word)).slice(0, MAX_CODES))
}

/** Finds the products with these SKUs; hyphens, dots and slashes may be missing or others. */
async function findBySkus(db: Db, skus: string[]): Promise<Map<string, StoredProduct>> {
  const byLetters = await findByLetters(db, skus.map(skuLetters))
  const byCode = new Map<string, StoredProduct>()
  for (const sku of skus) {
    const same = byLetters.get(skuLetters(sku)) ?? []
    const exact = same.find((product) => product.sku === sku)
    const single = exact ?? (same.length === 1 ? same[0] : undefined)
    if (single) byCode.set(sku, single)
  }
  return byCode
}

type Replaced = { sku: string; successors: StoredProduct[] }

/** Returns what is on sale in place of products that are no longer made, by these spellings of their SKUs. */
async function findReplaced(db: Db, skus: string[]): Promise<Map<string, Replaced>> {
  if (skus.length === 0) return new Map()
  const { rows } = await sql<{ sku: string; successorId: string | null }>`
    with recursive replaced (sku, successor_id, steps) as (
      select sku, successor_id, 0 from product
      where is_discontinued and regexp_replace(lower(sku), '[^a-z0-9]', '', 'g') = any(${skus.map(skuLetters)})
      union all
      select replaced.sku, product.successor_id, steps + 1
      from replaced join product on product.id = replaced.successor_id
      where product.is_discontinued and steps < ${MAX_SUCCESSORS}
    )
    select distinct on (sku) sku, successor_id from replaced order by sku, steps desc`.execute(db)
  const onSale = await listProductsByIds(
    db,
    rows.flatMap(({ successorId }) => successorId ?? []),
  )
  const byLetters = new Map(
    rows.map(({ sku, successorId }) => {
      return [skuLetters(sku), { sku, successors: onSale.filter(({ id }) => id === successorId) }]
    }),
  )
  return new Map(
    skus.flatMap((sku) => {
      const found = byLetters.get(skuLetters(sku))
      return found ? [[sku, found]] : []
    }),
  )
}

async function findBySimilarSkus(db: Db, skus: string[]): Promise<Map<string, StoredProduct[]>> {
  const spellings = new Map(skus.map((sku) => [sku, skuSpellings(sku)]))
  const byLetters = await findByLetters(db, [...spellings.values()].flat())
  return new Map(
    skus.map((sku) => [
      sku,
      (spellings.get(sku) ?? []).flatMap((letters) => byLetters.get(letters)?.[0] ?? []),
    ]),
  )
}

async function findByLetters(db: Db, letters: string[]): Promise<Map<string, StoredProduct[]>> {
  const needed = [...new Set(letters)].filter((each) => each !== '')
  if (needed.length === 0) return new Map()
  const rows = await db
    .selectFrom('productSearch')
    .select('productId')
    .where(sql<boolean>`sku_letters = any(${needed})`)
    .orderBy('productId')
    .limit(MAX_SAME_SKUS)
    .execute()
  const products = await listProductsByIds(
    db,
    rows.map(({ productId }) => productId),
  )
  return Map.groupBy(products, ({ sku }) => skuLetters(sku))
}
