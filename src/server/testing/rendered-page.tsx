import type { ComponentType } from 'react'
import { prerender } from 'react-dom/static'
import {
  createStaticHandler,
  createStaticRouter,
  type LoaderFunction,
  Outlet,
  RouterContextProvider,
  StaticRouterProvider,
  useLoaderData,
} from 'react-router'
import type { Db } from '#platform/database/database.server.ts'
import { databaseContext, logContext, siteContext } from '#platform/http/page-context.server.ts'
import type { Site } from '#platform/http/site.ts'
import { createLog, type Log } from '#platform/log.server.ts'
import routes from '#routes.ts'
import { currentUserContext } from '#shop/auth/access/current-user.server.ts'
import type { CurrentUser } from '#shop/auth/auth.ts'
import { orderRulesContext } from '#shop/orders/purchase/order-rules.server.ts'
import { mayRecordMissContext } from '#shop/search/limit-searches.server.ts'
import { NotFound } from '#web/not-found.tsx'
import { wideOrderRules } from './test-shop.ts'

type PageModule = {
  default: ComponentType<{ loaderData: unknown }>
  loader?: LoaderFunction
}

const exampleSite: Site = {
  name: 'Forgewell',
  publicUrl: 'https://shop.example',
  isDemo: false,
  offersGoogle: false,
}

const modules = import.meta.glob<PageModule>('/src/shop/**/*-page.tsx')

/** Renders a public page on the server from a database: its head elements, then its content. */
export async function renderPage(
  url: string,
  {
    db,
    site = exampleSite,
    currentUser = null,
    log = createLog('fatal'),
  }: { db: Db; site?: Site; currentUser?: CurrentUser | null; log?: Log },
): Promise<string> {
  const handler = createStaticHandler([
    {
      id: 'root',
      loader: () => ({ site, currentUser }),
      Component: Outlet,
      ErrorBoundary: NotFound,
      children: await Promise.all(routes.filter(({ children }) => !children).map(toPage)),
    },
  ])
  const context = new RouterContextProvider()
  context.set(databaseContext, db)
  context.set(siteContext, site)
  context.set(logContext, log)
  context.set(currentUserContext, Promise.resolve(currentUser))
  context.set(orderRulesContext, wideOrderRules)
  context.set(mayRecordMissContext, () => false)
  const request = new Request(new URL(url, site.publicUrl))
  const answer = await handler.query(request, { requestContext: context })
  if (answer instanceof Response) throw new Error(`${url} redirects: ${answer.status}`)
  const router = createStaticRouter(handler.dataRoutes, answer)
  // Waits for the parts of the page that are loaded on demand.
  const { prelude } = await prerender(
    <StaticRouterProvider router={router} context={answer} hydrate={false} />,
  )
  return new Response(prelude).text()
}

async function toPage({ file, path }: (typeof routes)[number]) {
  const load = modules[`/src/${file}`]
  if (!load) throw new Error(`There is no ${file}`)
  const { default: Page, loader } = await load()
  return { path: path ?? '/', element: <Loaded page={Page} />, ...(loader && { loader }) }
}

function Loaded({ page: Page }: { page: PageModule['default'] }) {
  return <Page loaderData={useLoaderData()} />
}
