import { expect, test } from 'vitest'
import { openTestShop } from '#server/testing/test-shop.ts'
import { signUpAdmin } from '#server/testing/users.ts'
import { redirectOf } from './redirects.server.ts'

test('a file of addresses replaces all, and each leads to its page', async () => {
  const shop = await openTestShop()
  const owen = await signUpAdmin(shop)
  const send = (text: string) => owen.call('PUT', '/redirects', { text })
  const rows = ['/shop/item.php?id=3,/reviews', '/shop/item.php,/blogs', '/blogs,/tools', '/Über,/']
  expect(await send(rows.join('\n'))).toMatchObject({ status: 200, body: { count: 4 } })
  const lead = async (path: string, method = 'GET') => {
    const response = await redirectOf(shop.db, { method, url: `https://tools.example${path}` })
    return response && [response.status, response.headers.get('location')]
  }
  expect(await lead('/shop/item.php?id=3')).toEqual([301, '/reviews'])
  expect(await lead('/Shop/Item.php/?id=4')).toEqual([301, '/tools'])
  expect(await lead('/%C3%BCber', 'HEAD')).toEqual([301, '/'])
  expect(await lead('/shop/item.php', 'POST')).toBe(undefined)
  expect(await lead('/shop/other')).toBe(undefined)
  const refused = await send('/a,/tools\n/b,https://elsewhere.example')
  expect(refused).toMatchObject({ status: 422, body: { code: 'invalid-redirects' } })
  expect((await owen.call('GET', '/redirects/count')).body).toEqual({ count: 4 })
  const { body } = await owen.call('GET', '/redirects?size=2&page=1')
  expect(body).toEqual([
    { path: '/shop/item.php?id=3', target: '/reviews' },
    { path: '/über', target: '/' },
  ])
  expect(await send('')).toMatchObject({ status: 200, body: { count: 0 } })
  expect(await lead('/shop/item.php')).toBe(undefined)
})
