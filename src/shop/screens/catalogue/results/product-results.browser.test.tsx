import { createMemoryRouter, RouterProvider, useLoaderData } from 'react-router'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { readCatalogueQuery } from '#shop/search/query/search-query.ts'
import type { SearchResult } from '#shop/search/search-json.server.ts'
import { type FoundPage, ProductResults } from './product-results.tsx'

const result: SearchResult = {
  products: [],
  total: 2,
  isCapped: false,
  isTooSlow: false,
  correctedText: null,
  notes: [],
  near: [],
  categories: [],
  facets: { categories: [], price: null, inStock: 2, specifications: [], capped: [] },
}

const found = (url: string): FoundPage => ({
  query: readCatalogueQuery(new URL(url).searchParams).query,
  result,
  families: {},
  familyCount: null,
  page: 0,
  size: 24,
  sections: [],
  tiles: [],
})

function Results() {
  return <ProductResults foundPage={useLoaderData<typeof found>()} on="all-tools" title="Tools" />
}

/** A load that outlasts the rendering of the one before. */
const twoFrames = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))

test('a choice made while the results of another arrive adds to it', async () => {
  const router = createMemoryRouter(
    [
      {
        path: '/purchase',
        loader: async ({ request }) => {
          await twoFrames()
          return found(request.url)
        },
        Component: Results,
      },
    ],
    {
      initialEntries: ['/purchase'],
      hydrationData: { loaderData: { '0': found('https://shop.example/purchase') } },
    },
  )
  await render(<RouterProvider router={router} />)
  const table = page.getByRole('link', { name: 'Table' })
  const paths: (string | null)[] = []
  const links = new MutationObserver(() => paths.push(table.element().getAttribute('href')))
  links.observe(table.element(), { attributeFilter: ['href'] })
  // The URL changes before React shows the results.
  const stop = router.subscribe(({ location, navigation }) => {
    if (navigation.state !== 'idle' || !location.search.includes('stock=1')) return
    stop()
    const sort = page.getByLabelText('Sort by').element() as HTMLSelectElement
    sort.value = 'price'
    sort.dispatchEvent(new Event('change', { bubbles: true }))
  })
  await page.getByRole('checkbox', { name: /^In stock/ }).click()
  await expect.poll(() => router.state.location.search).toBe('?stock=1&sort=price')
  await expect.element(page.getByLabelText('Sort by')).toHaveValue('price')
  await expect.element(page.getByRole('checkbox', { name: /^In stock/ })).toBeChecked()
  links.disconnect()
  expect(paths).toEqual(['/purchase?stock=1&view=table', '/purchase?stock=1&sort=price&view=table'])
})

test.each([
  ['is shown to a signed-in user who filters by price', { uid: '1' }, '?price.max=9', 1],
  ['is not shown to one who does not', { uid: '1' }, '', 0],
  ['is not shown to a visitor', null, '?price.max=9', 0],
])('the note that the base price is meant %s', async (_, currentUser, search, notes) => {
  const root = { id: 'root', children: [{ id: 'results', path: '/purchase', Component: Results }] }
  const loaderData = {
    root: { currentUser },
    results: found(`https://shop.example/purchase${search}`),
  }
  const options = { initialEntries: [`/purchase${search}`], hydrationData: { loaderData } }
  await render(<RouterProvider router={createMemoryRouter([root], options)} />)
  await expect.element(page.getByLabelText('Sort by')).toBeInTheDocument()
  expect(page.getByText('Sorted and filtered by the base price, not by your own prices.').all()).toHaveLength(
    notes,
  )
})
