import { Hono } from 'hono'
import { href } from 'react-router'
import type { Db } from '#platform/database/database.server.ts'
import { publicUrlOf, type Site } from '#platform/http/site.ts'
import { findBrand } from '#shop/brand/brand.server.ts'
import { listAdvertised } from '#shop/catalogue/product-list.server.ts'
import { productPath } from '#shop/catalogue/product-path.ts'
import { noImageUrl } from '#shop/imports/apply/apply-import.server.ts'
import { inBatches, streamed } from './sitemap.server.ts'

const RSS = 'version="2.0" xmlns:g="http://base.google.com/ns/1.0"'
const CODES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
const xml = (text: string) => text.replace(/[&<>]/g, (letter) => CODES[letter] ?? '')

/** Serves what can be ordered for Google Merchant, once the owner has turned it on (product 13.9). */
export function createMerchantFeed({ db, site }: { db: Db; site: Site }): Hono {
  return new Hono().get('/', async (c, next) => {
    if (!(await findBrand(db)).merchantFeed) return next()
    const [none, name] = [await noImageUrl(), xml(site.name)]
    type Advertised = Awaited<ReturnType<typeof listAdvertised>>[number]
    const itemOf = ({
      id,
      sku,
      description,
      unitPriceCents,
      image,
      gtin,
      ...named
    }: Advertised) => {
      const fields = {
        id: sku,
        title: named.name,
        description,
        link: publicUrlOf(site, productPath({ _id: id, name: named.name })),
        ...(!image.startsWith(none) && { image_link: publicUrlOf(site, image) }),
        price: `${(unitPriceCents / 100).toFixed(2)} USD`,
        availability: 'in_stock',
        condition: 'new',
        brand: site.name,
        mpn: sku,
        ...(gtin && { gtin }),
      }
      const texts = Object.entries(fields).map(([tag, text]) => `<g:${tag}>${xml(text)}</g:${tag}>`)
      return `<item>${texts.join('')}</item>`
    }
    async function* items() {
      const read = (after: string | null, size: number) => listAdvertised(db, after, size)
      yield* inBatches(read, itemOf, { start: null, max: Infinity })
      yield '</channel>\n'
    }
    const link = publicUrlOf(site, href('/'))
    const head = `<channel><title>${name}</title><link>${link}</link><description>${name}</description>`
    return streamed(c.req.raw, 'rss', [head], items(), RSS)
  })
}
