import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { copyOfTemplate, startTestShop } from '#server/testing/shop-process.ts'

/** Starts one shop for all browser tests; its URL is their baseURL. */
export default async function setup(): Promise<() => Promise<void>> {
  const template = mkdtempSync(join(tmpdir(), 'forgewell-template-'))
  const first = await startTestShop({ DATA_DIR: template })
  await first.stop()
  process.env.TEST_SHOP_TEMPLATE = template

  // Raises the caps, because some tests' new buyers order more than the defaults allow.
  const wide = {
    DATA_DIR: copyOfTemplate(),
    OPEN_ORDERS_UNVERIFIED: '50 orders, $5000, 100%',
  }
  const { url, stop } = await startTestShop(wide)
  process.env.TEST_SHOP_URL = url
  return async () => {
    await stop()
    for (const folder of [template, wide.DATA_DIR]) {
      rmSync(folder, { recursive: true, force: true })
    }
  }
}
