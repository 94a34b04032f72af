import { expect, test } from 'vitest'
import { openTestShop } from '#server/testing/test-shop.ts'
import { signUpAdmin } from '#server/testing/users.ts'
import { defaultHomeTexts } from '#shop/portfolio/site-texts.ts'

test('of each text the last ten versions that a save replaced can be read, and a refused save keeps none', async () => {
  const shop = await openTestShop()
  const owen = await signUpAdmin(shop)
  const versions = async (text: string) => {
    const { body } = await owen.call('GET', `/textVersions?text=${text}`)
    return (body as { content: Record<string, unknown> }[]).map(({ content }) => content)
  }
  const post = { title: 'A', body: 'One', author: 'Owen', authorRole: '', imgURL: '' }
  const { _id } = (await owen.call('POST', '/blogs', post)).body
  expect(await versions(_id)).toEqual([])
  await owen.call('PUT', `/blogs/${_id}`, { body: 'Two', version: 1 })
  expect((await owen.call('PUT', `/blogs/${_id}`, { body: 'Late', version: 1 })).status).toBe(409)
  // Nothing that was written changes.
  await owen.call('PUT', `/blogs/${_id}`, { publish: 'draft', version: 2 })
  await owen.call('PUT', `/blogs/${_id}`, { title: 'B', version: 3 })
  expect(await versions(_id)).toEqual([{ ...post, body: 'Two' }, post])

  for (let version = 0; version < 13; version++)
    await owen.call('PUT', '/pages/terms', { body: version === 5 ? '' : `Net ${version}`, version })
  expect((await owen.call('PUT', '/pages/terms', { body: 'Late', version: 3 })).status).toBe(409)
  // The last one is the page's; the empty one took it back.
  const numbers = [11, 10, 9, 8, 7, 6, 4, 3, 2, 1]
  expect(await versions('terms')).toEqual(numbers.map((nr) => ({ body: `Net ${nr}` })))

  for (const [version, title] of ['First', 'Second'].entries())
    await owen.call('PUT', '/texts/home', { ...defaultHomeTexts, title, version })
  // The first replaced the usual texts, which are stored nowhere.
  expect(await versions('home')).toMatchObject([{ title: 'First' }])
  expect(await versions('frame')).toEqual([])

  await shop.db.deleteFrom('blogPost').execute()
  expect(await versions(_id)).toEqual([])
})
