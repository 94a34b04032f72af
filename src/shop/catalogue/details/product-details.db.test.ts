import { expect, test } from 'vitest'
import { addProduct } from '#server/testing/products.ts'
import { openTestShop } from '#server/testing/test-shop.ts'
import { callApi } from '#server/testing/users.ts'

test('further images and documents are read in order, of products on sale only', async () => {
  const { app, db } = await openTestShop()
  const { id } = await addProduct(db)
  const read = () => callApi(app, 'GET', `/products/details/${id}`)
  expect(await read()).toMatchObject({ status: 200, body: { images: [], documents: [] } })
  const { version } = (await read()).body
  await db
    .insertInto('productImage')
    .values([
      { productId: id, position: 1, image: '/media/b.webp' },
      { productId: id, position: 0, image: '/media/a.webp' },
    ])
    .execute()
  const document = {
    title: 'Data sheet',
    url: `/media/documents/${'0'.repeat(32)}.pdf`,
    bytes: 1024,
  }
  await db
    .insertInto('productDocument')
    .values({ ...document, productId: id, position: 0 })
    .execute()
  const { body } = await read()
  expect(body).toMatchObject({
    images: ['/media/a.webp', '/media/b.webp'],
    documents: [document],
  })
  expect(body.version).not.toBe(version)
  await db.updateTable('product').set({ deletedAt: new Date() }).where('id', '=', id).execute()
  for (const unknown of [id, 'x', '00000000-0000-0000-0000-000000000000'])
    expect((await callApi(app, 'GET', `/products/details/${unknown}`)).status).toBe(404)
})
