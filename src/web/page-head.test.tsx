import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import { PageHead } from './page-head.tsx'

const site = { name: 'Forgewell', publicUrl: 'https://shop.example', isDemo: false }

const words = { title: 'All tools', description: 'Every tool.', image: '/a.webp' }
const Public = () => <PageHead {...words} path="/purchase" />
const Hidden = () => <PageHead {...words} />

function render(Component: typeof Public, loaderData: object = { site }) {
  const Pages = createRoutesStub([{ id: 'root', path: '*', Component }])
  return renderToStaticMarkup(
    <Pages initialEntries={['/Purchase/?utm=1']} hydrationData={{ loaderData: { root: loaderData } }} />,
  )
}

test('The canonical URL has the configured origin, whatever the requested host', () => {
  const head = render(Public)
  expect(head).toContain('<title>All tools | Forgewell</title>')
  expect(head).toContain('<link rel="canonical" href="https://shop.example/purchase"/>')
  expect(head).toContain('<meta name="description" content="Every tool."/>')
  expect(head).toContain('<meta property="og:image" content="https://shop.example/a.webp"/>')
  expect(head).not.toContain('noindex')
})

test('a page without a canonical path is not indexed', () => {
  const head = render(Hidden)
  expect(head).toContain('<meta name="robots" content="noindex"/>')
  expect(head).not.toContain('canonical')
})

test('a page has a title even when the shop did not respond', () => {
  expect(render(Public, {})).toBe('<title>All tools</title>')
})

test('the preview of a link to a stored image has no transparency', () => {
  const stored = `/media/${'a'.repeat(32)}.webp`
  const head = render(() => <PageHead {...words} image={stored} />)
  expect(head).toContain(`https://shop.example/media/${'a'.repeat(32)}-link.jpg`)
})
