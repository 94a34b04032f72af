import { firstCharacters } from '#platform/text.ts'
import type { NamedProduct, Product, ProductMatch } from '#shop/catalogue/product.ts'
import { MAX_LINES } from '#shop/list-store/order-list.ts'
import { catalogueApi } from '#shop/search/catalogue-client.ts'
import type { KnownProducts } from './read/pasted-item.ts'
import type { PastedItem } from './read/pasted-line.ts'

/** The maximum SKUs of a text that are looked up before its columns are chosen. */
const MAX_CODES = 600

const fetchMatches = (lines: NamedProduct[]): Promise<ProductMatch[]> =>
  catalogueApi.products.match.$post({ json: { lines } })

export async function findKnown(codes: string[]): Promise<KnownProducts> {
  const known = new Map<string, Product>()
  const limited = codes.slice(0, MAX_CODES)
  for (let start = 0; start < limited.length; start += MAX_LINES) {
    const some = limited.slice(start, start + MAX_LINES)
    const matches = await fetchMatches(some.map((code) => ({ sku: firstCharacters(code, 60), name: null })))
    for (const [index, { product }] of matches.entries()) {
      const code = some[index]
      if (product && code) known.set(code, product)
    }
  }
  return known
}

/** Finds the products of items; those of a table's rows are known by their SKUs. */
export async function matchItems(items: PastedItem[]): Promise<ProductMatch[]> {
  const unknown = items.filter(({ products }) => !products)
  const answers =
    unknown.length === 0
      ? []
      : await fetchMatches(unknown.map(({ sku, name }) => ({ sku: short(sku, 60), name: short(name, 200) })))
  return items.flatMap(({ products }) => {
    const [product = null, ...others] = products ?? []
    if (!product) return answers.shift() ?? []
    const isSure = others.length === 0
    const match: ProductMatch = {
      product: isSure ? product : null,
      candidates: isSure ? [] : (products ?? []),
      isSkipped: false,
    }
    return match
  })
}

const short = (text: string | null, length: number) => text && firstCharacters(text, length)
