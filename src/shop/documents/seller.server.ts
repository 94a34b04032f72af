import { sql } from 'kysely'
import type { Db } from '#platform/database/database.server.ts'
import type { ImageStore } from '#platform/images/image-store.server.ts'
import { linkImageUrl } from '#platform/images/image-url.ts'
import type { Settings } from '#platform/settings/settings.server.ts'
import { type Seller, sellerContent } from './document-content.server.ts'
import type { Letterhead } from './pdf/draw-head.server.ts'

/** Returns the seller of the settings; a demo has made-up details. */
export function sellerOf(settings: Settings): Seller {
  return {
    name: settings.SELLER_NAME ?? settings.SHOP_NAME,
    address: settings.SELLER_ADDRESS.split(';')
      .map((line) => line.trim())
      .join('\n'),
    taxId: settings.SELLER_TAX_ID,
    email: settings.CONTACT_EMAIL,
    taxName: settings.TAX_NAME,
    paper: settings.DOCUMENT_PAPER,
  }
}

/** Stores the seller if it has changed. Confirmations of orders name the earlier one, which stays. */
export async function writeSeller(db: Db, seller: Seller): Promise<void> {
  const details = JSON.stringify(seller)
  await sql`
    insert into seller (details)
    select ${details}::jsonb
    where ${details}::jsonb is distinct from (
      select details from seller order by since desc limit 1
    )
  `.execute(db)
}

/** Stores a logo for letterheads, as a JPEG on white; false when there is no such image. */
export async function storeLetterheadLogo(db: Db, images: ImageStore, url: string): Promise<boolean> {
  const image = await images.read(linkImageUrl(url).replace('/media/', ''))
  if (!image) return false
  await db
    .insertInto('letterheadLogo')
    .values({ url, jpeg: image.bytes })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return true
}

/** Returns the letterhead of a seller's sheets. */
export async function letterheadOf(db: Db, seller: Seller): Promise<Letterhead> {
  const { name, logo, hasMark } = seller
  return { shop: name, hasMark, ...(logo && { logo: await findLetterheadLogo(db, logo) }) }
}

export async function findLetterheadLogo(db: Db, url: string): Promise<Buffer | undefined> {
  const logo = await db.selectFrom('letterheadLogo').select('jpeg').where('url', '=', url).executeTakeFirst()
  return logo?.jpeg
}

/** Returns the seller at a moment; without one, of now. */
export async function findSeller(db: Db, moment?: Date): Promise<Seller> {
  const { details } = await db
    .selectFrom('seller')
    .select('details')
    .$if(moment !== undefined, (query) => query.where('since', '<=', moment as Date))
    .orderBy('since', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return sellerContent.parse(details)
}
