import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import { PageHead } from './page-head.tsx'

const site = { name: 'Forgewell', publicUrl: 'https://shop.example', isDemo: false }

function Head() {
  return <PageHead title="All tools" description="Every tool." picture="/a.webp" />
}

test("A page's address is the configured one, whatever query it was opened with", () => {
  const Pages = createRoutesStub([
    {
      id: 'root',
      path: '/purchase',
      loader: () => ({ site }),
      Component: Head,
    },
  ])
  const head = renderToStaticMarkup(
    <Pages
      initialEntries={['/purchase?utm=1']}
      hydrationData={{ loaderData: { root: { site } } }}
    />,
  )
  expect(head).toContain('<title>All tools | Forgewell</title>')
  expect(head).toContain('<link rel="canonical" href="https://shop.example/purchase"/>')
  expect(head).toContain('<meta name="description" content="Every tool."/>')
  expect(head).toContain('<meta property="og:image" content="https://shop.example/a.webp"/>')
})
