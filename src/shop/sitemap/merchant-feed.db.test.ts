import { expect, test } from 'vitest'
import { addProduct } from '#server/testing/products.ts'
import { openTestShop, shopUrl } from '#server/testing/test-shop.ts'
import { signUpAdmin } from '#server/testing/users.ts'

test('the feed has what can be ordered, once it is turned on', async () => {
  const { app, db, ...shop } = await openTestShop()
  const owen = await signUpAdmin({ app, db, ...shop })
  const saw = await addProduct(db, { name: 'Saw <300> & more', unitPriceCents: 1250, sku: 'S-1' })
  await db.updateTable('product').set({ gtin: '4006381333931' }).execute()
  await addProduct(db, { quantity: 1, minQuantity: 10, sku: 'S-2' })
  const read = () => app.request(`${shopUrl}/feeds/products.xml`)
  expect((await read()).status).toBe(404)
  await owen.call('PUT', '/brand', { merchantFeed: true })
  const answer = await read()
  expect(answer.headers.get('Content-Type')).toBe('application/xml; charset=utf-8')
  const items = Array.from(
    (await answer.text()).matchAll(/<item>(.*?)<\/item>/g),
    ([, item]) => item,
  )
  expect(items).toEqual([
    expect.stringMatching(
      new RegExp(
        `^<g:id>S-1</g:id><g:title>Saw &lt;300&gt; &amp; more</g:title>.*<g:link>${shopUrl}/tools/[^<]*${saw.id}</g:link><g:image_link>${shopUrl}/media/[^<]*</g:image_link><g:price>12.50 USD</g:price><g:availability>in_stock</g:availability>.*<g:mpn>S-1</g:mpn><g:gtin>4006381333931</g:gtin>$`,
      ),
    ),
  ])
})
