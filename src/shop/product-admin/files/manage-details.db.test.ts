import { readdirSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { deleteUnusedImages } from '#operations/unused-images.server.ts'
import { pdf } from '#server/testing/documents.ts'
import { image } from '#server/testing/images.ts'
import { addProduct, newProduct } from '#server/testing/products.ts'
import { openTestShop, shopUrl } from '#server/testing/test-shop.ts'
import { callApi, signUp, signUpAdmin } from '#server/testing/users.ts'

async function openShop() {
  const shop = await openTestShop()
  const owen = await signUpAdmin(shop)
  const { id } = await addProduct(shop.db)
  const send = async (bytes: Uint8Array, { token } = owen, field = 'document') => {
    const form = new FormData()
    form.append(field, new Blob([bytes as Uint8Array<ArrayBuffer>]), 'sheet.pdf')
    const whole = new Response(form)
    const headers = new Headers(whole.headers)
    headers.set('Authorization', `Bearer ${token}`)
    const body = await whole.arrayBuffer()
    const path = `${shopUrl}/api/productDocuments`
    const answer = await shop.app.request(path, { method: 'POST', body, headers })
    return { status: answer.status, body: await answer.json() }
  }
  const storeImage = async (width: number) => {
    const stored = await shop.images.store(await image('png', width))
    if ('refused' in stored) throw new Error(stored.refused)
    return stored.url
  }
  const read = async () => (await callApi(shop.app, 'GET', `/products/details/${id}`)).body
  const put = (details: object) => owen.call('PUT', `/products/details/${id}`, details)
  return { shop, owen, id, send, storeImage, read, put }
}

test('a document is uploaded, attached to a product, and served as a download only', async () => {
  const { shop, send, read, put, storeImage } = await openShop()
  const stored = await send(await pdf('Data sheet'))
  expect(stored).toMatchObject({ status: 200, body: { success: true } })
  const { url, bytes } = stored.body.data
  expect(url).toMatch(/^\/media\/documents\/[0-9a-f]{32}\.pdf$/)
  const images = [await storeImage(40), await storeImage(44)]
  const { version } = await read()
  const wanted = { images, documents: [{ title: ' Data\u0000 sheet ', url }], version }
  const saved = await put(wanted)
  expect(saved).toMatchObject({
    status: 200,
    body: { images, documents: [{ title: 'Data sheet', url, bytes }] },
  })
  expect(await read()).toEqual(saved.body)
  const served = await shop.app.request(shopUrl + url)
  expect(Object.fromEntries(served.headers)).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': 'attachment',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
  })
  expect((await served.arrayBuffer()).byteLength).toBe(bytes)
  for (const name of ['../secrets/auth-secret', `${'0'.repeat(32)}.pdf`, 'x.pdf', '%2e%2e%2fshop-id'])
    expect((await shop.app.request(`${shopUrl}/media/documents/${name}`)).status).toBe(404)
})

test('only admins upload, and only PDF files of at most 10 MB', async () => {
  const { shop, owen, send } = await openShop()
  const jane = await signUp(shop)
  expect((await send(await pdf('x'), jane)).status).toBe(403)
  expect((await send(Buffer.from('<html><script>alert(1)</script>'))).status).toBe(415)
  expect((await send(await image('png', 40))).status).toBe(415)
  expect((await send(new Uint8Array(0))).status).toBe(422)
  expect((await send(await pdf('x'), owen, 'file')).status).toBe(422)
  const large = Buffer.concat([await pdf('x'), Buffer.alloc(10 * 1024 * 1024)])
  expect(await send(large)).toMatchObject({ status: 413, body: { code: 'too-large' } })
  expect(readdirSync(shop.mediaFolder)).not.toContain('documents')
})

test('a document with scripts is only ever downloaded, into a sandbox', async () => {
  const { shop, send } = await openShop()
  const plain = (await pdf('x')).toString('latin1')
  const action = '/OpenAction << /S /JavaScript /JS (app.alert\\(1\\)) >>'
  const scripted = Buffer.from(plain.replace('/Type /Catalog', `$&\n${action}`), 'latin1')
  expect(scripted.length).toBeGreaterThan(plain.length)
  const { status, body } = await send(scripted)
  expect(status).toBe(200)
  for (const method of ['GET', 'HEAD']) {
    const served = await shop.app.request(shopUrl + body.data.url, { method })
    expect(Object.fromEntries(served.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': 'attachment',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    })
  }
})

test('lists that are outdated, too long or refer to foreign files are refused', async () => {
  const { put, read, storeImage } = await openShop()
  const image = await storeImage(40)
  const { version } = await read()
  const answers = await Promise.all(
    Array.from({ length: 4 }, () => put({ images: [image], documents: [], version })),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  for (const { status, body } of answers)
    if (status !== 200) expect(body).toMatchObject({ code: 'stale', details: { images: [image] } })
  const now = (await read()).version
  const refused = async (details: object) => {
    const { status, body } = await put({ images: [], documents: [], version: now, ...details })
    expect(status).toBe(422)
    return Object.keys(body.fields)
  }
  const unknown = `/media/documents/${'0'.repeat(32)}.pdf`
  expect(await refused({ images: ['https://evil.example/a.webp'] })).toEqual(['images'])
  expect(await refused({ images: [image, image] })).toEqual(['images'])
  expect(await refused({ images: Array.from({ length: 9 }, (_, n) => `${n}`) })).toEqual(['images'])
  for (const url of [unknown, 'https://evil.example/a.pdf', '/media/documents/../../a.pdf'])
    expect(await refused({ documents: [{ title: 'Sheet', url }] })).toEqual(['documents'])
  expect(await refused({ documents: [{ title: ' ', url: unknown }] })).toEqual(['documents.0.title'])
  expect(await read()).toMatchObject({ images: [image], documents: [] })
})

test('files that no product refers to any more are deleted', async () => {
  const { shop, send, storeImage, read, put } = await openShop()
  const [used, unused] = [
    (await send(await pdf('used'))).body.data.url,
    (await send(await pdf('unused'))).body.data.url,
  ]
  const [shown, dropped] = [await storeImage(40), await storeImage(44)]
  const { version } = await read()
  await put({ images: [shown], documents: [{ title: 'Used', url: used }], version })
  const longAgo = new Date(Date.now() - 8 * 24 * 60 * 60 * 1000)
  for (const folder of [shop.mediaFolder, join(shop.mediaFolder, 'documents')])
    for (const file of readdirSync(folder)) utimesSync(join(folder, file), longAgo, longAgo)
  expect(await deleteUnusedImages(shop.db, shop.files, new Date(Date.now() - 1000))).toBe(2)
  expect((await shop.app.request(shopUrl + used)).status).toBe(200)
  expect((await shop.app.request(shopUrl + unused)).status).toBe(404)
  expect(await shop.images.has(shown)).toBe(true)
  expect(await shop.images.has(dropped)).toBe(false)
})

test('a product is added with all of its files, or not at all', async () => {
  const { shop, owen, send, storeImage } = await openShop()
  const wanted = await newProduct(shop)
  const images = [await storeImage(40), await storeImage(44)]
  const { url } = (await send(await pdf('Data sheet'))).body.data
  const documents = [{ title: 'Data sheet', url }]
  const count = async () => (await callApi(shop.app, 'GET', '/productsCount')).body.count
  const before = await count()

  const missing = { title: 'None', url: `/media/documents/${'0'.repeat(32)}.pdf` }
  const refused = await owen.call('POST', '/products', { ...wanted, images, documents: [missing] })
  expect(refused).toMatchObject({
    status: 422,
    body: { fields: { documents: expect.any(String) } },
  })
  const untitled = { ...wanted, documents: [{ title: ' ', url }] }
  expect((await owen.call('POST', '/products', untitled)).status).toBe(422)
  expect(await count()).toBe(before)

  const added = await owen.call('POST', '/products', { ...wanted, images, documents })
  expect(added.status).toBe(200)
  const read = await callApi(shop.app, 'GET', `/products/details/${added.body._id}`)
  expect(read.body).toMatchObject({ images, documents })
})
