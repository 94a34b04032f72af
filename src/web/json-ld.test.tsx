import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import { JsonLd } from './json-ld.tsx'

function Page() {
  return <JsonLd about={({ name }) => ({ '@type': 'JsonLdNode', name })} />
}

function render(loaderData: object) {
  const Pages = createRoutesStub([{ id: 'root', path: '/', Component: Page }])
  return renderToStaticMarkup(<Pages hydrationData={{ loaderData: { root: loaderData } }} />)
}

test.each(['</script><script>alert(1)</script>', '<!--<script>', ']]>&amp;"\\u003c\u2028', ''])(
  'text cannot close the script: %j',
  (name) => {
    const html = render({ site: { name } })
    const json = /^<script type="application\/ld\+json">([^<]*)<\/script>$/.exec(html)?.[1] ?? ''
    expect(JSON.parse(json)).toEqual({
      '@context': 'https://schema.org',
      '@type': 'JsonLdNode',
      name,
    })
  },
)

test('there is no structured data when the shop did not respond', () => {
  expect(render({})).toBe('')
})
