import { href, Link, useLocation } from 'react-router'
import { adminLoader } from '#shop/auth/access/require-admin.ts'
import { ProductPrices } from '#shop/prices/admin/product-prices.tsx'
import { PrintLabels } from '#shop/product-admin/labels/print-labels.tsx'
import { adminCatalogueApi } from '#shop/product-admin/manage-products-client.ts'
import { fetchCategories } from '#shop/search/catalogue-client.ts'
import { KeepUnits } from '#ui/keep-units.tsx'
import { loading } from '#web/loading.tsx'
import { pageError } from '#web/page-error.tsx'
import { PageHead } from '#web/page-head.tsx'
import type { Route } from './+types/edit-product-page'
import { DiscontinueProduct } from './discontinue-product.tsx'
import { EditProductForm } from './edit-product-form.tsx'

export const clientLoader = adminLoader(async ({ params }: Route.ClientLoaderArgs) => {
  const param = { id: params.id }
  const [product, details, categories] = await Promise.all([
    adminCatalogueApi.products.manage[':id'].$get({ param }),
    adminCatalogueApi.products.details[':id'].$get({ param }),
    fetchCategories(),
  ])
  const id = product.successor
  const { manage } = adminCatalogueApi.products
  // One that was deleted since replaces nothing.
  const successor = id && manage[':id'].$get({ param: { id } }).catch(() => undefined)
  return { product, details, categories, successorSku: (await (successor || undefined))?.sku ?? '' }
})

// Revalidation would reset the form's input.
export const shouldRevalidate = () => false

export const HydrateFallback = loading('the product', 'Update product')

export default function EditProductPage({ loaderData }: Route.ComponentProps) {
  const { product, details, categories, successorSku } = loaderData
  return (
    <>
      <PageHead title={`Update ${product.name}`} />
      <h1 className="page-title">
        Update <KeepUnits text={product.name} />
      </h1>
      <nav className="mb-24 row" aria-label="This product">
        <BackToList />
        <Link to={href('/purchase/:id', { id: product._id })}>View in shop</Link>
        <PrintLabels ids={[product._id]} text="Print label (PDF)" />
      </nav>
      <EditProductForm key={product._id} product={product} details={details} categories={categories} />
      <ProductPrices sku={product.sku} />
      <DiscontinueProduct key={`${product._id} state`} product={product} successorSku={successorSku} />
    </>
  )
}

function BackToList() {
  // The position in the list that the user came from: search, sort order and page.
  const { state } = useLocation()
  const list: unknown = state?.list
  return (
    <Link to={href('/dashboard/manage-products') + (typeof list === 'string' ? list : '')}>
      Back to all products
    </Link>
  )
}

export const ErrorBoundary = pageError('Update product', 'The product', {
  missing: {
    heading: 'No such product',
    list: <Link to={href('/dashboard/manage-products')}>All products</Link>,
  },
})
