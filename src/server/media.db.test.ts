import { expect, test } from 'vitest'
import { openTestBucket } from '#platform/testing/test-bucket.ts'
import { image } from './testing/images.ts'
import { openTestShop, shopUrl } from './testing/test-shop.ts'
import { signUpAdmin } from './testing/users.ts'

test('while the bucket fails, images and uploads get a 503 with Retry-After, and no 404', async () => {
  const { s3, files } = await openTestBucket()
  const shop = await openTestShop(undefined, undefined, { files })
  const { token } = await signUpAdmin(shop)
  const upload = async (width: number) => {
    const body = new FormData()
    const bytes = await image('png', width)
    body.append('image', new Blob([new Uint8Array(bytes)], { type: 'image/png' }), 'tool.png')
    const whole = new Response(body)
    const type = whole.headers.get('Content-Type') ?? ''
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': type }
    const init = { method: 'POST', body: await whole.arrayBuffer(), headers }
    return shop.app.request(`${shopUrl}/api/images`, init)
  }
  const stored = await upload(40)
  const { url } = (await stored.json()).data
  s3.fault = () => 503
  for (const response of [await shop.app.request(shopUrl + url), await upload(44)]) {
    expect(response.status).toBe(503)
    expect(response.headers.get('Retry-After')).toBe('5')
  }
  s3.fault = () => undefined
  expect((await shop.app.request(shopUrl + url)).status).toBe(200)
  expect((await shop.app.request(`${shopUrl}/media/${'0'.repeat(32)}.webp`)).status).toBe(404)
})
