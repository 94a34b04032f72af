import { rmSync } from 'node:fs'
import { openEmbedded } from '#platform/database/embedded-database.server.ts'
import { copyOfTemplate, startTestShop, type TestShop } from './shop-process.ts'

// In batches, because one statement for all would exceed the embedded database's time limit.
const BATCH = 250

const ADD_UP_TO = `
  with copied as (
    insert into product (id, name, description, unit_price_cents, quantity, min_quantity, image,
      category, specifications)
    select ('f0000000-0000-7000-8000-' || lpad(number::text, 12, '0'))::uuid,
      name || ' no. ' || number, description, unit_price_cents + number, min_quantity * 10,
      min_quantity, image, category, specifications
    from (select *, row_number() over (order by id) - 1 as place, count(*) over () as demo
      from product where name !~ ' no. [0-9]+$') listed
    join lateral generate_series(greatest(demo, $1) + 1, $2) number on number % demo = place
    returning id, quantity
  )
  insert into stock_movement (product_id, delta, reason) select id, quantity, 'opening' from copied`

/** Starts a separate shop with this many products, including the demo's. */
export async function startLongShop(products: number): Promise<TestShop> {
  const dataDir = copyOfTemplate()
  const { pool, close } = await openEmbedded(dataDir)
  for (let done = 0; done < products; done += BATCH) {
    await pool.query(ADD_UP_TO, [done, Math.min(done + BATCH, products)])
  }
  await close()
  const shop = await startTestShop({ DATA_DIR: dataDir })
  const stop = async () => {
    await shop.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
  return { ...shop, stop }
}
