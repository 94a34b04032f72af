import { sql } from 'kysely'
import type { Db } from '#platform/database/database.server.ts'
import type { Settings } from '#platform/settings.server.ts'
import type { Seller } from './document.ts'

/** Returns the seller of the settings; a demo has made-up details. */
export function sellerOf(settings: Settings): Seller {
  return {
    name: settings.SELLER_NAME ?? settings.SHOP_NAME,
    address: settings.SELLER_ADDRESS.split(';')
      .map((line) => line.trim())
      .join('\n'),
    taxId: settings.SELLER_TAX_ID,
    taxName: settings.TAX_NAME,
    taxPercent: settings.TAX_PERCENT,
    paper: settings.DOCUMENT_PAPER,
  }
}

/**
 * Writes the seller where the database reads it when it issues a document. Documents that were
 * issued before keep the seller of their time.
 */
export async function writeSeller(db: Db, seller: Seller): Promise<void> {
  const details = JSON.stringify(seller)
  await db
    .updateTable('seller')
    .set({ details })
    .where(sql<boolean>`details <> ${details}::jsonb`)
    .execute()
}
