import { globSync, readFileSync } from 'node:fs'
import { renderToStaticMarkup } from 'react-dom/server'
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { setSessionEnded, useReload } from './session-end.ts'

afterEach(() => setSessionEnded(false))

let reload: () => Promise<void>

function Page() {
  ;({ reload } = useReload())
  return null
}

test('the data of a page is reloaded, but not once the session has ended', async () => {
  const handler = createStaticHandler([{ path: '/', Component: Page }])
  const context = await handler.query(new Request('https://shop.example/'))
  if (context instanceof Response) throw new Error(`status ${context.status}`)
  const revalidate = vi.fn(async () => {})
  const router = Object.assign(createStaticRouter(handler.dataRoutes, context), { revalidate })
  renderToStaticMarkup(<StaticRouterProvider router={router} context={context} hydrate={false} />)
  await reload()
  expect(revalidate).toHaveBeenCalledTimes(1)
  setSessionEnded(true)
  await reload()
  expect(revalidate).toHaveBeenCalledTimes(1)
})

test('every page reloads its data this way; only signing in and out always do', () => {
  const files = globSync('src/**/*.{ts,tsx}').filter((file) => !file.includes('.test.'))
  const direct = files.filter((file) => readFileSync(file, 'utf8').includes('useRevalidator('))
  expect(direct.sort()).toEqual(['src/shop/auth/access/use-sign-in.ts', 'src/web/session-end.ts'])
})
