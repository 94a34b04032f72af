import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startTestShop } from '#testing/shop-process.ts'

/** One shop for the whole run of browser tests; its address reaches them as their baseURL. */
export default async function setup(): Promise<() => Promise<void>> {
  const template = mkdtempSync(join(tmpdir(), 'forgewell-template-'))
  const first = await startTestShop({ DATA_DIR: template })
  await first.stop()
  process.env.TEST_SHOP_TEMPLATE = template

  const { url, stop } = await startTestShop()
  process.env.TEST_SHOP_URL = url
  return async () => {
    await stop()
    rmSync(template, { recursive: true, force: true })
  }
}
