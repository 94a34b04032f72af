import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { FullConfig } from '@playwright/test'
import { copyOfTemplate, startTestShop } from '#server/testing/shop-process.ts'

/**
 * Starts one shop for all browser tests, whose URL is their baseURL, and one for each worker, for tests that
 * change the catalogue. No test has to wait for a start, or fails by one.
 */
export default async function setup({ workers }: FullConfig): Promise<() => Promise<void>> {
  const template = mkdtempSync(join(tmpdir(), 'forgewell-template-'))
  const first = await startTestShop({ DATA_DIR: template })
  await first.stop()
  // On a busy machine its database outlives it for a moment.
  const giveUp = AbortSignal.timeout(30_000)
  while (existsSync(join(template, 'postgresql/postmaster.pid')) && !giveUp.aborted) await setTimeout(50)
  process.env.TEST_SHOP_TEMPLATE = template

  // Raises the caps, because some tests' new buyers order more than the defaults allow.
  const wide = {
    DATA_DIR: copyOfTemplate(),
    OPEN_ORDERS_UNVERIFIED: '50 orders, $5000, 100%',
  }
  const [shared, ...own] = await Promise.all([
    startTestShop(wide),
    ...Array.from({ length: workers }, () => startTestShop()),
  ])
  process.env.TEST_SHOP_URL = shared.url
  process.env.TEST_OWN_SHOP_URLS = own.map(({ url }) => url).join(' ')
  return async () => {
    await Promise.all([shared, ...own].map(({ stop }) => stop()))
    for (const folder of [template, wide.DATA_DIR]) {
      rmSync(folder, { recursive: true, force: true })
    }
  }
}
