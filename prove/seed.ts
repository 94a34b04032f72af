import type pg from 'pg'
import { createDb } from '#platform/database/database.server.ts'
import { migrateFromFiles } from '#platform/database/migration-files.server.ts'

/** Buyers have the numbers 1 to BUYERS; the admin is number 0, a second one the last. */
export const BUYERS = 500

/** The admins, who pack shipments too. */
export const PACKERS = [0, BUYERS + 1] as const

/** Ids of products with ample stock. */
export const PRODUCTS = Array.from({ length: 8 }, (_, index) => productId(index + 1))

/** A product with little stock and a minimum order of one piece. */
export const LAST_PIECES = { product: productId(0), quantity: 50 }

/** Products with stock for some of the lists that want them. */
export const LIST_PRODUCTS = [9, 10, 11, 12].map(productId)
export const LIST_STOCK = 150

/** The price of every product in cents. */
export const PRICE_CENTS = 1250

/** Returns the id of a user; the user's only session has the same id. */
export function userId(number: number): string {
  return `00000000-0000-7000-8000-${number.toString(16).padStart(12, '0')}`
}

function productId(number: number): string {
  return `00000000-0000-7000-9000-${number.toString(16).padStart(12, '0')}`
}

/** Migrates the database and inserts signed-in users and products with their opening stock. */
export async function seed(pool: pg.Pool): Promise<void> {
  await migrateFromFiles(createDb(pool))
  const userIds = Array.from({ length: BUYERS + 2 }, (_, number) => userId(number))
  await pool.query(
    `insert into account (id, email, email_verified, name, role)
     select id, 'user-' || number || '@proof.example', true, 'User ' || number,
       case when id = any($2::uuid[]) then 'admin' else 'buyer' end
     from unnest($1::uuid[]) with ordinality as new (id, number)`,
    [userIds, PACKERS.map(userId)],
  )
  await pool.query(
    `insert into session (id, user_id, token, expires_at)
     select id, id, id::text, now() + interval '1 day' from account where id = any($1::uuid[])`,
    [userIds],
  )
  await pool.query(
    `with new_product as (
       insert into product (id, name, description, unit_price_cents, quantity, min_quantity, image)
       select id, 'Proof product', 'Each piece may be sold only once', $4,
         case when id = $2 then $3::integer when id = any($5) then $6::integer else 1000000 end, 1,
         '/media/0123456789abcdef0123456789abcdef.webp'
       from unnest($1::uuid[]) as new (id)
       returning id, quantity
     )
     insert into stock_movement (product_id, delta, kind) select id, quantity, 'opening' from new_product`,
    [
      [LAST_PIECES.product, ...PRODUCTS, ...LIST_PRODUCTS],
      LAST_PIECES.product,
      LAST_PIECES.quantity,
      PRICE_CENTS,
      LIST_PRODUCTS,
      LIST_STOCK,
    ],
  )
}
