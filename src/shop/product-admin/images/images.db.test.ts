import { expect, test } from 'vitest'
import { addProduct } from '#server/testing/products.ts'
import { openTestShop } from '#server/testing/test-shop.ts'
import { signUpAdmin } from '#server/testing/users.ts'

test('products are found by the letters of their SKU and by their GTIN, with their files', async () => {
  const shop = await openTestShop()
  const { db } = shop
  const owen = await signUpAdmin(shop)
  const wrench = await addProduct(db, { sku: '17-19/3', name: 'Wrench' })
  await db
    .updateTable('product')
    .set({ gtin: '4006381333931', image: '/media/a.webp' })
    .where('id', '=', wrench.id)
    .execute()
  await db
    .insertInto('productImage')
    .values({ productId: wrench.id, position: 0, image: '/media/b.webp' })
    .execute()
  await db
    .insertInto('productDocument')
    .values({
      productId: wrench.id,
      position: 0,
      title: 'Sheet',
      url: `/media/documents/${'0'.repeat(32)}.pdf`,
      bytes: 1,
    })
    .execute()
  const gone = await addProduct(db, { sku: 'FW1001' })
  await db.updateTable('product').set({ deletedAt: new Date() }).where('id', '=', gone.id).execute()
  const find = (...codes: string[]) => owen.call('POST', '/products/named', { codes })
  const one = { _id: wrench.id, sku: '17-19/3', name: 'Wrench' }
  const files = ['/media/a.webp', '/media/b.webp', `/media/documents/${'0'.repeat(32)}.pdf`]
  expect((await find('17193', 'fw1001', 'nothing')).body).toEqual([{ ...one, code: '17193', files }])
  expect((await find('4006381333931')).body).toEqual([{ ...one, code: '4006381333931', files }])
  const tooMany = Array.from({ length: 1001 }, (_, index) => `${index}`)
  expect((await find(...tooMany)).status).toBe(422)
})
