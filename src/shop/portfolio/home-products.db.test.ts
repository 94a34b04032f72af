import { expect, test } from 'vitest'
import { addCatalogue } from '#server/testing/catalogue.ts'
import { openTestShop } from '#server/testing/test-shop.ts'
import { signUpAdmin } from '#server/testing/users.ts'
import { listHomeProducts } from './home-products.server.ts'
import { defaultHomeTexts } from './site-texts.ts'

const skus = ['H-1', 'H-2', 'H-3', 'H-4', 'H-5', 'H-6', 'H-7', 'H-8']

test('the home page shows the six tools that an admin chose, else the first six', async () => {
  const shop = await openTestShop()
  const owen = await signUpAdmin(shop)
  const ids = await addCatalogue(
    shop.db,
    skus.map((sku) => ({ sku, name: `Tool ${sku}` })),
  )
  const shown = async (tools: string[]) => (await listHomeProducts(shop.db, tools)).map(({ sku }) => sku)
  expect(await shown([])).toEqual(skus.slice(0, 6))

  const save = (tools: string[]) => owen.call('PUT', '/texts/home', { ...defaultHomeTexts, tools })
  const chosen = skus.slice(2).toReversed()
  for (const tools of [chosen.slice(1), chosen.with(0, 'H-3'), chosen.with(2, 'H-NONE')]) {
    const { status, body } = await save(tools)
    expect([status, Object.keys(body.fields)]).toEqual([422, ['tools']])
  }
  const saved = await save(chosen)
  expect(saved.body.home.tools).toEqual(chosen)
  expect(await shown(chosen)).toEqual(chosen)

  // A tool that is no longer sold is replaced.
  const { version } = (await owen.call('GET', `/products/${ids[7]}`)).body
  expect((await owen.call('DELETE', `/products/${ids[7]}`, { version })).status).toBe(200)
  expect(await shown(chosen)).toEqual([...chosen.slice(1), 'H-1'])
  // Other texts can be saved beside it.
  const texts = { ...defaultHomeTexts, title: 'Tools', tools: chosen }
  const { version: seen } = saved.body.home
  expect((await owen.call('PUT', '/texts/home', { ...texts, version: seen })).status).toBe(200)
})
