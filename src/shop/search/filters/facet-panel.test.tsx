import { renderToString } from 'react-dom/server'
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import { type CatalogueQuery, everything, readCatalogueQuery } from '#shop/search/query/search-query.ts'
import type { Facet, Facets } from '#shop/search/search-json.server.ts'
import { FacetPanel } from './facet-panel.tsx'

const many = Array.from({ length: 12 }, (_, index) => ({ value: String(index), count: 1 }))
const length: Facet = {
  key: 'length',
  name: 'Length',
  unit: 'mm',
  kind: 'number',
  min: 0,
  max: 11,
  valueCount: 12,
  values: many,
}
const finish: Facet = {
  key: 'finish',
  name: 'Finish',
  unit: null,
  kind: 'text',
  min: null,
  max: null,
  valueCount: 41,
  values: [{ value: 'chrome', count: 2 }],
}
const facets: Facets = {
  categories: [],
  price: { min: 1, max: 9 },
  inStock: 3,
  specifications: [length, finish],
  capped: [],
}
const of = (values: string[], range: CatalogueQuery['price'] = null) => ({ values, range })

async function render(facets: Facets, query: CatalogueQuery): Promise<string> {
  const panel = (
    <FacetPanel
      facets={facets}
      query={query}
      found="3 tools"
      activeCount={0}
      action="/purchase"
      pathOf={() => '/purchase'}
      onChange={() => {}}
    />
  )
  const handler = createStaticHandler([{ path: '/', element: panel }])
  const context = await handler.query(new Request('http://shop.test/'))
  if (context instanceof Response) throw new Error('no page')
  const router = createStaticRouter(handler.dataRoutes, context)
  return renderToString(<StaticRouterProvider router={router} context={context} hydrate={false} />)
}

/** The query that the form sends as it is shown. */
function sent(html: string): CatalogueQuery {
  const params = new URLSearchParams()
  for (const [input] of html.matchAll(/<input[^>]*>/g)) {
    const { name = '', value = '' } = Object.fromEntries(
      [...input.matchAll(/(\w+)="([^"]*)"/g)].map(([, name, value]) => [name, value]),
    )
    const isSent = !input.includes('type="checkbox"') || input.includes('checked')
    if (isSent && value !== '') params.append(name, value)
  }
  return readCatalogueQuery(params).query
}

const query: CatalogueQuery = {
  text: 'steel',
  category: 'wrenches',
  specifications: {
    length: of(['3', '99'], { min: 5, max: 7 }),
    finish: of(['chrome', 'brass']),
    colour: of(['red'], { min: 1, max: null }),
  },
  price: { min: 2, max: 8 },
  isInStock: true,
  sort: 'price',
  view: 'table',
}

test.each([
  ['all are offered', facets],
  ['nothing is offered', { ...facets, price: null, inStock: 0, specifications: [] }],
  ['one number is left', { ...facets, specifications: [{ ...length, valueCount: 1, values: [] }] }],
])('the form keeps every filter in use when %s', async (_, facets) => {
  expect(sent(await render(facets, query))).toEqual(query)
})

test('a value without a product stays, and cannot be chosen', async () => {
  const values = [
    { value: 'brass', count: 0 },
    { value: 'chrome', count: 0 },
  ]
  const specifications = { finish: of(['chrome']) }
  const html = await render(
    { ...facets, specifications: [{ ...finish, values }] },
    { ...everything, specifications },
  )
  expect(html).toMatch(/<input(?=[^>]*disabled)[^>]*value="brass"/)
  expect(html).not.toMatch(/<input(?=[^>]*disabled)[^>]*value="chrome"/)
})

test('a text that looks like a range is a value', async () => {
  const values = [{ value: '1..2', count: 1 }]
  const specifications = { finish: of([], { min: 1, max: 2 }) }
  const html = await render(
    { ...facets, specifications: [{ ...finish, values }] },
    { ...everything, specifications },
  )
  expect(html).toMatch(/checked=""[^>]*value="1\.\.2"|value="1\.\.2"[^>]*checked=""/)
  expect(sent(html).specifications).toEqual(specifications)
})

test('counts of the first products only have a plus and a note', async () => {
  expect(await render(facets, everything)).not.toContain('+')
  const html = await render({ ...facets, capped: ['stock'] }, everything)
  expect(html.replaceAll('<!-- -->', '')).toContain('3+</span>')
  expect(html).toContain('there may be more')
})
