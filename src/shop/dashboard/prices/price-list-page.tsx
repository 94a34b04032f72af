import { adminLoader } from '#shop/auth/access/require-admin.ts'
import { fetchTools, pricesApi, whoseOf } from '#shop/prices/admin/prices-client.ts'
import { fetchCategories } from '#shop/search/catalogue-client.ts'
import { loading } from '#web/loading.tsx'
import { pageError } from '#web/page-error.tsx'
import { PageHead } from '#web/page-head.tsx'
import type { Route } from './+types/price-list-page'
import { PriceRowsEditor } from './price-rows-editor.tsx'

export const clientLoader = adminLoader(async ({ params }: Route.ClientLoaderArgs) => {
  const param = { id: params.id }
  const [list, stored, categories] = await Promise.all([
    pricesApi['price-lists'][':id'].$get({ param }),
    pricesApi['price-lists'][':id'].rows.$get({ param }),
    fetchCategories(),
  ])
  const skus = stored.rows.flatMap(({ sku }) => sku ?? [])
  return { list, stored, categories, known: await fetchTools(skus, whoseOf(list)) }
})
export const HydrateFallback = loading('the price list', 'Price list')

/** A price list: what it is, its rows, and what customers pay by it. */
export default function PriceListPage({ loaderData }: Route.ComponentProps) {
  const { list, stored, categories, known } = loaderData
  return (
    <article key={list._id}>
      <PageHead title={list.name} />
      <PriceRowsEditor list={list} stored={stored} known={known} categories={categories} />
    </article>
  )
}

export const ErrorBoundary = pageError('Price list', 'The price list')
