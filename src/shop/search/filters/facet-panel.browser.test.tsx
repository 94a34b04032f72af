import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { renderAt } from '#server/testing/components/render-at.tsx'
import { type CatalogueQuery, catalogueParams, everything } from '#shop/search/query/search-query.ts'
import type { Facet, Facets } from '#shop/search/search-json.server.ts'
import { FacetPanel } from './facet-panel.tsx'

const finish: Facet = {
  key: 'finish',
  name: 'Finish',
  unit: null,
  kind: 'text',
  min: null,
  max: null,
  valueCount: 2,
  values: [
    { value: 'chrome', count: 2 },
    { value: 'brass', count: 0 },
  ],
}
const facets: Facets = {
  categories: [{ slug: 'wrenches', name: 'Wrenches', parent: null, count: 3 }],
  price: { min: 1, max: 9 },
  inStock: 3,
  specifications: [finish],
  capped: [],
}
const pathOf = (query: CatalogueQuery) => `/purchase?${catalogueParams(query)}`

let shown = everything

function Filters() {
  const [query, setQuery] = useState(everything)
  shown = query
  return (
    <FacetPanel
      facets={facets}
      query={query}
      found="3 tools"
      activeCount={0}
      action="/tools"
      pathOf={pathOf}
      onChange={setQuery}
    />
  )
}

test('a choice counts at once, and the ends of a range with Enter', async () => {
  await renderAt('/tools', <Filters />)
  await page.getByRole('checkbox', { name: /^chrome/ }).click()
  await expect.poll(() => pathOf(shown)).toBe('/purchase?spec.finish=chrome')
  await page.getByRole('group', { name: 'Price, $' }).getByLabelText('To').fill('5')
  expect(shown.price).toBeNull()
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => pathOf(shown)).toBe('/purchase?spec.finish=chrome&price=..5')
  await page.getByRole('checkbox', { name: /^chrome/ }).click()
  await expect.poll(() => pathOf(shown)).toBe('/purchase?price=..5')
})

test('a value that would leave no tool cannot be chosen', async () => {
  await renderAt('/tools', <Filters />)
  await expect.element(page.getByRole('checkbox', { name: /^brass/ })).toBeDisabled()
})

test('a specification stays open after its last value was taken off', async () => {
  await renderAt('/tools', <Filters />)
  const chrome = page.getByRole('checkbox', { name: /^chrome/ })
  await chrome.click()
  await chrome.click()
  await expect.element(chrome).toBeVisible()
})

test('a category is a link that keeps the other filters', async () => {
  const place = await renderAt('/tools', <Filters />)
  await page.getByRole('checkbox', { name: 'In stock 3' }).click()
  await page.getByRole('link', { name: /^Wrenches/ }).click()
  await expect.poll(() => place.current).toBe('/purchase?category=wrenches&stock=1')
})

test('on a phone the filters are a sheet, which stays open until “Show 3 tools” or a press beside it', async () => {
  await page.viewport(360, 740)
  await renderAt('/tools', <Filters />)
  const form = page.getByRole('form', { name: 'Filters' })
  const filter = page.getByText('Filter', { exact: true })
  await expect.element(form).not.toBeInTheDocument()
  await filter.click()
  await page.getByRole('checkbox', { name: /^chrome/ }).click()
  const { bottom, width } = form.element().getBoundingClientRect()
  expect([bottom, width]).toEqual([740, 360])
  await page.getByLabelText('From').fill('2')
  await page.getByRole('button', { name: 'Show 3 tools' }).click()
  await expect.element(form).not.toBeInTheDocument()
  await expect.element(filter).toHaveFocus()
  expect(pathOf(shown)).toBe('/purchase?spec.finish=chrome&price=2..')
  await filter.click()
  await expect.element(form).toBeVisible()
  document.elementFromPoint(180, 20)?.dispatchEvent(new MouseEvent('click', { bubbles: true }))
  await expect.element(form).not.toBeInTheDocument()
  await page.viewport(1280, 800)
})
