import { execFile } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { freePort } from '#platform/testing/free-port.ts'
import { startS3Double } from '#platform/testing/s3-double.ts'
import { copyOfTemplate, runShopToItsEnd, startTestShop } from '#server/testing/shop-process.ts'

test.setTimeout(300_000)

/** The output of `npm run admin -- move-images …`. */
function moveImages(settings: Record<string, string>, ...words: string[]): Promise<string> {
  const script = join(import.meta.dirname, '../../scripts/command.mjs')
  const env = { ...process.env, DATABASE_URL: '', ...settings }
  return new Promise((resolve) => {
    execFile(process.execPath, [script, 'admin', 'move-images', ...words], { env }, (_, stdout, stderr) =>
      resolve(stdout + stderr),
    )
  })
}

async function imagesOf(url: string): Promise<number[]> {
  const products = (await (await fetch(`${url}/api/products/`)).json()) as { imgURL: string }[]
  const images = [...new Set(products.map(({ imgURL }) => imgURL))]
  const answers = images.map(async (image) => (await fetch(url + image)).status)
  return [...new Set(await Promise.all(answers))]
}

test('a shop’s images move to a bucket and back, and a start elsewhere is refused', async () => {
  const s3 = await startS3Double()
  const dataDir = copyOfTemplate()
  const disk = { DATA_DIR: dataDir }
  const bucket = {
    ...disk,
    S3_URL: `${s3.endpoint}/images`,
    AWS_ACCESS_KEY_ID: 'any key',
    AWS_SECRET_ACCESS_KEY: 'any secret',
  }
  const refusal = async (settings: Record<string, string>) => {
    const { code, output } = await runShopToItsEnd({ ...settings, PORT: `${await freePort()}` })
    expect(code).toBe(1)
    return output
  }
  try {
    s3.fault = (method, name) => (method === 'HEAD' && name === '' ? 404 : undefined)
    expect(await refusal(bucket)).toContain('does not exist: create it, or correct S3_URL')
    s3.fault = () => undefined
    expect(await refusal(bucket)).toContain('npm run admin -- move-images --to s3')
    expect(await moveImages(bucket, '--to', 's3', '--remove')).toMatch(/has all images.*0 were there/)
    expect(await refusal(disk)).toContain('set S3_URL if they are in a bucket')

    const shop = await startTestShop(bucket)
    expect(await imagesOf(shop.url)).toEqual([200])
    await shop.stop()

    expect(await moveImages(bucket, '--to', 'disk')).toMatch(/has all images.*0 were removed/)
    const again = await startTestShop(disk)
    expect(await imagesOf(again.url)).toEqual([200])
    await again.stop()
  } finally {
    s3.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
})
