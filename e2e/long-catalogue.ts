import { rmSync } from 'node:fs'
import { openEmbedded } from '#platform/database/embedded-database.server.ts'
import { copyOfTemplate, startTestShop } from '#testing/shop-process.ts'
import { test as base } from './fixtures.ts'

/** How many products the shop has, those of the demo included. */
export const MANY = 10_000

const PART = 1_000

// Only wrenches get specifications: indexing them takes most of the time.
const ADD = `
  with copied as (
    insert into product (id, name, description, unit_price_cents, quantity, min_quantity, image,
      category, specifications)
    select ('f0000000-0000-7000-8000-' || lpad(number::text, 12, '0'))::uuid,
      name || ' no. ' || number, description, unit_price_cents + number, min_quantity * 10,
      min_quantity, image, case when category = 'wrenches' then category end,
      case when category = 'wrenches' then specifications else '{}' end
    from (select *, row_number() over (order by id) - 1 as place from product
      where id::text not like 'f0000000-%') tool
    join lateral generate_series($1::int, $2::int) number on number % $3 = place
    returning id, quantity
  )
  insert into stock_movement (product_id, delta, reason) select id, quantity, 'opening' from copied`

/** For tests of a long catalogue: a separate shop with very many products. */
export const test = base.extend<object, { longShop: string }>({
  longShop: [
    async ({ browserName: _ }, use) => {
      const dataDir = copyOfTemplate()
      const { pool, close } = await openEmbedded(dataDir)
      const { rows } = await pool.query('select count(*)::int as demo from product')
      const [{ demo }] = rows
      // In parts: a single statement could take longer than the database may stay silent.
      for (let from = demo + 1; from <= MANY; from += PART) {
        await pool.query(ADD, [from, Math.min(from + PART - 1, MANY), demo])
      }
      await close()
      const shop = await startTestShop({ DATA_DIR: dataDir })
      await use(shop.url)
      await shop.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  baseURL: ({ longShop }, use) => use(longShop),
})
