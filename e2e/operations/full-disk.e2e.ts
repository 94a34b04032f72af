import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { mountSmallDisk } from '#platform/testing/small-disk.ts'
import { copyOfTemplate, startTestShop } from '#server/testing/shop-process.ts'

test.setTimeout(180_000)

test('a shop with a full disk shows its products, rejects writes with 503, and recovers', async () => {
  const disk = mountSmallDisk(256)
  if ('skipped' in disk) return test.skip(true, disk.skipped)
  const dataDir = join(disk.folder, 'data')
  const template = copyOfTemplate()
  execFileSync('cp', ['--archive', template, dataDir])
  rmSync(template, { recursive: true })
  const shop = await startTestShop({ DATA_DIR: dataDir })
  try {
    const write = () =>
      fetch(`${shop.url}/api/contact`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({
          name: 'Jane Buyer',
          email: 'jane@example.com',
          // Soon fills a page of its table, which then needs another one.
          message: randomBytes(900).toString('hex'),
        }),
      })
    expect((await write()).status).toBe(200)
    await disk.fill(0)
    await expect.poll(async () => (await write()).status).toBe(503)
    const refused = await write()
    expect(refused.headers.get('Retry-After')).toMatch(/^\d+$/)
    expect(await refused.json()).toMatchObject({ code: 'unavailable' })
    expect((await fetch(`${shop.url}/api/products?size=10&page=0`)).status).toBe(200)
    expect((await fetch(`${shop.url}/purchase`)).status).toBe(200)
    disk.free()
    await expect.poll(async () => (await write()).status).toBe(200)
  } finally {
    await shop.stop()
    disk.unmount()
  }
})
