import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { blackPng, image, twoColours } from '#server/testing/images.ts'
import { openTestShop, shopUrl, type TestShop } from '#server/testing/test-shop.ts'
import { type Person, signUpAdmin } from '#server/testing/users.ts'

const MEGABYTE = 1024 * 1024
const formats = ['jpeg', 'png', 'webp', 'avif'] as const

async function openUploads() {
  const shop = await openTestShop()
  const owen = await signUpAdmin(shop)
  return { shop, send: (body: BodyInit, headers = {}) => post(shop, owen, body, headers) }
}

async function post({ app }: TestShop, { token }: Person, body: BodyInit, headers = {}) {
  // Sent as a whole: the runtime's form stream fails when the shop does not read it to the end.
  const whole = new Response(body)
  const all = new Headers(whole.headers)
  const own = { Authorization: `Bearer ${token}`, ...headers }
  for (const [name, value] of Object.entries(own)) all.set(name, value)
  const answer = await app.request(`${shopUrl}/api/images`, {
    method: 'POST',
    body: await whole.arrayBuffer(),
    headers: all,
  })
  return { status: answer.status, body: await answer.json(), headers: answer.headers }
}

function form(bytes: Uint8Array | string, name = 'tool.png', field = 'image'): FormData {
  const data = new FormData()
  data.append(field, new Blob([bytes as Uint8Array<ArrayBuffer>], { type: 'image/png' }), name)
  return data
}

const filesOf = ({ mediaFolder }: TestShop) => readdirSync(mediaFolder).toSorted()

function storedBytes(shop: TestShop): Buffer {
  return Buffer.concat(filesOf(shop).map((file) => readFileSync(join(shop.mediaFolder, file))))
}

test('an image of each format becomes AVIF and WebP in three widths, under its own URL', {
  tags: 'long',
}, async () => {
  const { shop, send } = await openUploads()
  for (const format of formats) {
    const bytes = await image(format, 1400)
    const { status, body } = await send(form(bytes))
    expect({ status, body }).toEqual({
      status: 200,
      body: { success: true, data: { url: expect.any(String) } },
    })
    const { url } = body.data
    expect(url).toMatch(/^\/media\/[0-9a-f]{32}-[0-9a-f]{6}\.webp$/)
    expect(await shop.images.has(url)).toBe(true)
    const shown = await shop.app.request(shopUrl + url)
    expect(shown.headers.get('Content-Type')).toBe('image/webp')
    const { format: stored, width } = await sharp(await shown.arrayBuffer()).metadata()
    expect([stored, width]).toEqual(['webp', 1200])
    for (const width of [400, 800, 1200]) {
      const avif = await shop.app.request(shopUrl + url.replace('.webp', `-${width}.avif`))
      expect((await sharp(await avif.arrayBuffer()).metadata()).width).toBe(width)
    }
    expect((await send(form(bytes, 'again.jpg'))).body.data.url).toBe(url)
  }
  expect(filesOf(shop)).toHaveLength(6 * formats.length)
  expect(filesOf(shop).join()).not.toContain('draft')
})

test('an image is rotated upright and stripped of location, camera and colour profile', async () => {
  const { shop, send } = await openUploads()
  const bytes = await twoColours()
    .withExif({
      IFD0: { Copyright: 'Jane of Secret Lane' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '55/1 36/1 0/1' },
    })
    .withIccProfile('p3')
    .withMetadata({ orientation: 6 })
    .jpeg({ quality: 100 })
    .toBuffer()
  expect(bytes.includes('Secret Lane')).toBe(true)
  expect((await sharp(bytes).metadata()).icc).toBeDefined()
  const { body } = await send(form(bytes))
  const file = await shop.images.read(body.data.url.replace('/media/', ''))
  const stored = sharp(file?.bytes)
  const { width, height, exif, icc, orientation } = await stored.metadata()
  expect({ width, height, exif, icc, orientation }).toEqual({ width: 30, height: 60 })
  // The left edge of the original is now the top.
  const { data, info } = await stored.raw().toBuffer({ resolveWithObject: true })
  expect(data[0]).toBeGreaterThan(200)
  expect(data[(info.height - 1) * info.width * info.channels + 2]).toBeGreaterThan(200)
  expect(storedBytes(shop).includes('Secret Lane')).toBe(false)
})

test('only the first frame of an animation is stored; a tall strip is scaled to the maximum height', async () => {
  const { shop, send } = await openUploads()
  const frames = [
    await image('png'),
    await sharp(await image('png'))
      .negate()
      .toBuffer(),
  ]
  const animated = await sharp(frames, { join: { animated: true } })
    .webp()
    .toBuffer()
  expect((await sharp(animated).metadata()).pages).toBe(2)
  const { body } = await send(form(animated))
  const file = await shop.images.read(body.data.url.replace('/media/', ''))
  const { width, height, pages = 1 } = await sharp(file?.bytes).metadata()
  expect({ width, height, pages }).toEqual({ width: 60, height: 30, pages: 1 })
  expect((await send(form(blackPng(20, 60_000)))).status).toBe(200)
})

test('appended data is removed, and the file name is ignored', async () => {
  const { shop, send } = await openUploads()
  const tails = ['<script>alert(1)</script>', 'PK\u0003\u0004 a whole archive']
  for (const format of formats) {
    for (const tail of tails) {
      const bytes = Buffer.concat([await image(format), Buffer.from(tail)])
      const { status, body } = await send(form(bytes, '../../../evil.html'))
      expect({ status, body }).toMatchObject({ status: 200 })
    }
  }
  for (const tail of tails) expect(storedBytes(shop).includes(tail)).toBe(false)
  for (const name of ['/etc/cron.d/x', '..\\..\\x', '\u0000.png', `${'x'.repeat(5000)}.png`])
    expect((await send(form(await image('png'), name))).status).toBe(200)
  for (const file of filesOf(shop)) {
    expect(file).toMatch(/^[0-9a-f]{32}-[0-9a-f]{6}-(400|800|1200)\.(avif|webp)$/)
  }
})

test('an invalid image is refused with its own message and stores nothing', async () => {
  const { shop, send } = await openUploads()
  const [jpeg, png, webp, avif] = await Promise.all(formats.map((format) => image(format, 400)))
  if (!jpeg || !png || !webp || !avif) throw new Error('No images')
  const half = (bytes: Buffer) => bytes.subarray(0, bytes.length / 2)
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
  const type = 'The image must be a JPEG, PNG, WebP or AVIF file.'
  const damaged = 'The image is damaged.'
  const pixels = 'The image has more than 24 megapixels.'
  const refused: [string, Uint8Array | string, number, string][] = [
    ['an SVG named .png', svg, 415, type],
    ['an SVG with a declaration', `<?xml version="1.0"?>${svg}`, 415, type],
    ['a GIF', await sharp(png).gif().toBuffer(), 415, type],
    ['a GIF that is a script', 'GIF89a=1;alert(1)//', 415, type],
    ['a TIFF', await sharp(png).tiff().toBuffer(), 415, type],
    ['a PDF', '%PDF-1.7\n%%EOF', 415, type],
    ['a page', '<!doctype html><script>alert(1)</script>', 415, type],
    ['text', 'just text', 415, type],
    ['HTML before a JPEG', Buffer.concat([Buffer.from('<b>'), jpeg]), 415, type],
    ['a JPEG’s first bytes alone', jpeg.subarray(0, 3), 422, damaged],
    ['a JPEG’s first bytes and a script', Buffer.from('\xff\xd8\xff<svg/>', 'latin1'), 422, damaged],
    ['half a JPEG', half(jpeg), 422, damaged],
    ['half a PNG', half(png), 422, damaged],
    ['half a WebP', half(webp), 422, damaged],
    ['half an AVIF', half(avif), 422, damaged],
    ['a PNG whose pixels are missing', blackPng(100, 100, 10), 422, damaged],
    ['10,000 x 10,000', blackPng(10_000, 10_000), 422, pixels],
    ['a bomb of 4 gigapixels', blackPng(65_000, 65_000, 10), 422, pixels],
    ['one row too many', blackPng(6000, 4001), 422, pixels],
    ['an empty file', '', 422, 'The image is empty.'],
    ['5 MB and a byte', Buffer.alloc(5 * MEGABYTE + 1), 413, 'The image is larger than 5 MB.'],
    ['6 MB', Buffer.alloc(6 * MEGABYTE), 413, 'The image is larger than 5 MB.'],
    ['25 MB', Buffer.alloc(25 * MEGABYTE), 413, 'The image is larger than 5 MB.'],
  ]
  const message = []
  for (const [what, bytes] of refused) {
    const { status, body } = await send(form(bytes))
    message.push([what, status, body.message])
  }
  expect(message).toEqual(refused.map(([what, , status, message]) => [what, status, message]))
  expect(filesOf(shop)).toEqual([])
  const exactly = Buffer.concat([png, Buffer.alloc(5 * MEGABYTE - png.length)])
  expect((await send(form(exactly))).status).toBe(200)
  expect((await send(form(blackPng(6000, 4000)))).status).toBe(200)
})

test('an upload without exactly one image in the field image is refused with its own message', async () => {
  const { shop, send } = await openUploads()
  const png = await image('png')
  const blob = new Blob([new Uint8Array(png)])
  const two = form(png)
  two.append('image', blob, 'b.png')
  const more = form(png)
  more.append('name', 'Gauge')
  const text = new FormData()
  text.append('image', 'https://evil.example/a.png')
  const whole = new Response(form(png))
  const type = whole.headers.get('Content-Type') ?? ''
  const bytes = Buffer.from(await whole.arrayBuffer())
  const file = 'Send the image as a file in the field “image”.'
  const broken = 'The upload was damaged. Please try again.'
  const empty = 'The image is empty.'
  const multipart = 'multipart/form-data'
  const kind = 'Send the image as multipart/form-data in the field “image”.'
  const unchosen = '--b\r\nContent-Disposition: form-data; name="image"; filename=""\r\n\r\n\r\n--b--\r\n'
  const refused: [string, BodyInit, object, number, string][] = [
    ['no field', new FormData(), {}, 422, file],
    ['another field', form(png, 'a.png', 'photo'), {}, 422, file],
    ['text', text, {}, 422, file],
    ['no file chosen', unchosen, { 'Content-Type': `${multipart}; boundary=b` }, 422, empty],
    ['two images', two, {}, 422, 'Send one image and nothing else.'],
    ['a second field', more, {}, 422, 'Send one image and nothing else.'],
    ['JSON', '{"image":"x"}', { 'Content-Type': 'application/json' }, 415, kind],
    ['the bare image', blob, { 'Content-Type': 'image/png' }, 415, kind],
    ['no boundary', bytes, { 'Content-Type': multipart }, 415, kind],
    ['another boundary', bytes, { 'Content-Type': `${type}x` }, 400, broken],
    ['cut in the middle', bytes.subarray(0, 100), { 'Content-Type': type }, 400, broken],
    ['cut at the end', bytes.subarray(0, -4), { 'Content-Type': type }, 400, broken],
    ['nothing', '', { 'Content-Type': type }, 400, broken],
  ]
  const message = []
  for (const [what, body, headers] of refused) {
    const answer = await send(body, headers)
    message.push([what, answer.status, answer.body.message])
  }
  expect(message).toEqual(refused.map(([what, , , status, message]) => [what, status, message]))
  expect(filesOf(shop)).toEqual([])
})
