import { rmSync } from 'node:fs'
import { withEmbeddedDatabase } from '#platform/testing/embedded-database.ts'
import { copyOfTemplate, startTestShop, type TestShop } from './shop-process.ts'

const ADD_UP_TO = `
  with copied as (
    insert into product (id, name, description, unit_price_cents, quantity, min_quantity, image,
      category, specifications)
    select ('f0000000-0000-7000-8000-' || lpad(number::text, 12, '0'))::uuid,
      name || ' no. ' || number, description, unit_price_cents + number, min_quantity * 10,
      min_quantity, image, category, specifications
    from (select *, row_number() over (order by id) - 1 as position, count(*) over () as demo
      from product where name !~ ' no. [0-9]+$') listed
    join lateral generate_series(demo + 1, $1) number on number % demo = position
    returning id, quantity
  )
  insert into stock_movement (product_id, delta, kind) select id, quantity, 'opening' from copied`

/** Starts a separate shop with this many products, including the demo's. */
export async function startLongShop(products: number): Promise<TestShop> {
  const dataDir = copyOfTemplate()
  await withEmbeddedDatabase(dataDir, (pool) => pool.query(ADD_UP_TO, [products]))
  const shop = await startTestShop({ DATA_DIR: dataDir })
  const stop = async () => {
    await shop.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
  return { ...shop, stop }
}
