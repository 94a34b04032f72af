import type pg from 'pg'
import { createDb } from '#platform/database/database.server.ts'
import { migrateFromFiles } from '#platform/testing/migrate-from-files.ts'

/** Buyers have the numbers 1 to this one; the admin is number 0. */
export const BUYERS = 500

/** Tools that are never short. */
export const TOOLS = Array.from({ length: 8 }, (_, index) => toolId(index + 1))

/** Of this one there are a few. Forms want a minimum order above one piece, the database does not. */
export const LAST_PIECES = { tool: toolId(0), quantity: 50 }

/** The price of every tool in cents. */
export const PRICE_CENTS = 1250

/** The id of an account and of its one session. */
export function personId(number: number): string {
  return `00000000-0000-7000-8000-${number.toString(16).padStart(12, '0')}`
}

function toolId(number: number): string {
  return `00000000-0000-7000-9000-${number.toString(16).padStart(12, '0')}`
}

/** The newest schema, people who are signed in, and tools with their opening stock. */
export async function makeFirstData(pool: pg.Pool): Promise<void> {
  await migrateFromFiles(createDb(pool))
  const people = Array.from({ length: BUYERS + 1 }, (_, number) => personId(number))
  await pool.query(
    `with person as (
       insert into account (id, email, email_verified, name, role)
       select id, 'person-' || number || '@proof.example', true, 'Person ' || number,
         case number when 1 then 'admin' else 'buyer' end
       from unnest($1::uuid[]) with ordinality as new (id, number)
       returning id
     )
     insert into session (id, user_id, token, expires_at)
     select id, id, id::text, now() + interval '1 day' from person`,
    [people],
  )
  await pool.query(
    `with tool as (
       insert into product (id, name, description, unit_price_cents, quantity, min_quantity, image)
       select id, 'Tool of the proof', 'To be sold exactly once', $4,
         case id when $2 then $3::integer else 1000000 end, 1,
         '/media/0123456789abcdef0123456789abcdef.webp'
       from unnest($1::uuid[]) as new (id)
       returning id, quantity
     )
     insert into stock_movement (product_id, delta, reason) select id, quantity, 'opening' from tool`,
    [[LAST_PIECES.tool, ...TOOLS], LAST_PIECES.tool, LAST_PIECES.quantity, PRICE_CENTS],
  )
}
