import { execFile } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { freePort } from '#platform/testing/free-port.ts'
import { type S3Server, startS3Server } from '#platform/testing/s3-server.ts'
import { copyOfTemplate, runShopToItsEnd, startTestShop } from '#testing/shop-process.ts'

test.setTimeout(300_000)

let server: S3Server
test.beforeAll(async () => {
  test.setTimeout(180_000)
  const started = await startS3Server()
  if ('skipped' in started) return test.skip(true, started.skipped)
  server = started
})
test.afterAll(() => server?.stop())

/** The output of `npm run admin -- move-images …`. */
function moveImages(settings: Record<string, string>, ...words: string[]): Promise<string> {
  const script = join(import.meta.dirname, '../scripts/admin.mjs')
  const env = { ...process.env, DATABASE_URL: '', ...settings }
  return new Promise((resolve) => {
    execFile(process.execPath, [script, 'move-images', ...words], { env }, (_, stdout, stderr) =>
      resolve(stdout + stderr),
    )
  })
}

async function imagesOf(url: string): Promise<number[]> {
  const products = (await (await fetch(`${url}/api/products/`)).json()) as { imgURL: string }[]
  const answers = products.map(async ({ imgURL }) => (await fetch(url + imgURL)).status)
  return [...new Set(await Promise.all(answers))]
}

test('a shop’s images move to a bucket and back, and a start elsewhere is refused', async () => {
  const dataDir = copyOfTemplate()
  const disk = { DATA_DIR: dataDir }
  const bucket = {
    ...disk,
    S3_BUCKET: await server.createBucket(),
    S3_ENDPOINT: server.endpoint,
    S3_ACCESS_KEY_ID: server.credentials.accessKeyId,
    S3_SECRET_ACCESS_KEY: server.credentials.secretAccessKey,
  }
  const refusal = async (settings: Record<string, string>) => {
    const { code, said } = await runShopToItsEnd({ ...settings, PORT: `${await freePort()}` })
    expect(code).toBe(1)
    return said
  }
  try {
    expect(await refusal({ ...bucket, S3_BUCKET: 'no-such-bucket' })).toContain(
      'does not exist: create it, or correct S3_BUCKET',
    )
    expect(await refusal(bucket)).toContain('npm run admin -- move-images --to s3')
    expect(await moveImages(bucket, '--to', 's3', '--remove')).toMatch(
      /has all images.*0 were there/,
    )
    expect(await refusal(disk)).toContain('set S3_BUCKET if they are in a bucket')

    const shop = await startTestShop(bucket)
    expect(await imagesOf(shop.url)).toEqual([200])
    await shop.stop()

    expect(await moveImages(bucket, '--to', 'disk')).toMatch(/has all images.*0 were removed/)
    const again = await startTestShop(disk)
    expect(await imagesOf(again.url)).toEqual([200])
    await again.stop()
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
})
