import { useRef } from 'react'
import { apiClient } from '#shop/auth/access/authorized-fetch.ts'
import { adminLoader } from '#shop/auth/access/require-admin.ts'
import { BeginOwnShop } from '#shop/brand/begin-own-shop.tsx'
import type { createBrandApi } from '#shop/brand/brand-api.server.ts'
import { RemoveDemo } from '#shop/brand/remove-demo.tsx'
import type { createSiteTextsApi } from '#shop/portfolio/site-texts-api.server.ts'
import { catalogueApi } from '#shop/search/catalogue-client.ts'
import { loading } from '#web/loading.tsx'
import { pageError } from '#web/page-error.tsx'
import { PageHead } from '#web/page-head.tsx'
import type { Route } from './+types/shop-page'
import { BrandEditor } from './brand-editor.tsx'
import { BusinessEditor } from './business-editor.tsx'
import { HomeEditor } from './home-editor.tsx'

const { brand } = apiClient<typeof createBrandApi>()
const { texts } = apiClient<typeof createSiteTextsApi>()

export const clientLoader = adminLoader(async (_: Route.ClientLoaderArgs) => {
  const query = { size: '1', page: '0' }
  const [own, { home }, products] = await Promise.all([
    brand.$get(),
    texts.$get(),
    catalogueApi.products.$get({ query }),
  ])
  return { brand: own, home, product: products[0] }
})

export const HydrateFallback = loading('the shop', 'Shop')

/** What an owner sets of the shop without a deploy. */
export default function ShopPage({ loaderData: { brand, home, product } }: Route.ComponentProps) {
  const version = useRef(brand.version)
  return (
    <>
      <PageHead title="Shop" />
      <h1 className="page-title">Shop</h1>
      <BrandEditor brand={brand} version={version} product={product} />
      <BusinessEditor brand={brand} version={version} />
      <HomeEditor home={home} />
      <BeginOwnShop />
      <RemoveDemo rows={brand.demo} />
    </>
  )
}

export const ErrorBoundary = pageError('Shop', 'The shop')
