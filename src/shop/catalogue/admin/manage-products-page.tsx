import { useRef, useState } from 'react'
import { href, Link } from 'react-router'
import { pageCount, readListPlace, withinList } from '#platform/http/pagination.ts'
import { withQuery } from '#platform/http/query.ts'
import { requireAdmin } from '#shop/auth/access/require-admin.ts'
import type { Product } from '#shop/catalogue/product.ts'
import { DeleteDialog } from '#shop/page/delete-dialog.tsx'
import { Pager } from '#shop/page/lists/pager.tsx'
import { SearchForm } from '#shop/page/lists/search-form.tsx'
import { LoadFailure } from '#shop/page/load-failure.tsx'
import { PageHead } from '#shop/page/page-head.tsx'
import { buttonVariant } from '#ui/button.tsx'
import { KeepUnits } from '#ui/keep-units.tsx'
import { ListHeader } from '#ui/lists/list-header.tsx'
import { Spinner } from '#ui/spinner.tsx'
import type { Route } from './+types/manage-products-page'
import { DeletedProducts } from './deleted-products.tsx'
import { readSort } from './manage-products.ts'
import {
  fetchManagedProducts,
  fetchManagedProductsCount,
  sendProductDeletion,
} from './manage-products-client.ts'
import { ManagedProductsTable } from './managed-products-table.tsx'
import { SortSelect } from './sort-select.tsx'
import { useDeletedProducts } from './use-deleted-products.ts'

const PAGE_SIZE = 20

export async function clientLoader({ url }: Route.ClientLoaderArgs) {
  await requireAdmin(url)
  const search = url.searchParams.get('search') ?? ''
  const sort = readSort(url.searchParams.get('sort'))
  const count = await fetchManagedProductsCount(search)
  const place = { ...readListPlace(url.searchParams, PAGE_SIZE), size: PAGE_SIZE }
  const { page } = withinList(place, count)
  const products = await fetchManagedProducts({ search, sort, size: PAGE_SIZE, page })
  return { products, count, page, search, sort }
}
clientLoader.hydrate = true as const

export function HydrateFallback() {
  return <Spinner label="Loading the products" />
}

export default function ManageProductsPage({ loaderData }: Route.ComponentProps) {
  const { products, count, page, search, sort } = loaderData
  const [doomed, setDoomed] = useState<Product | null>(null)
  const heading = useRef<HTMLHeadingElement>(null)

  // The row is gone, and the button in it that would get the focus back.
  const { deleted, noteDeleted, undo } = useDeletedProducts(() => heading.current?.focus())
  const address = (page: number) =>
    withQuery(href('/dashboard/manage-products'), { search, sort, page })
  return (
    <>
      <PageHead title="Manage products" />
      <ListHeader
        title="Manage Product"
        heading={heading}
        count={{ of: 'Products', is: count.toLocaleString('en-US') }}
      >
        <Link to={href('/dashboard/add-product')} className={buttonVariant.quiet}>
          Add Product
        </Link>
      </ListHeader>
      <DeletedProducts products={deleted} onUndo={undo} />
      <div className="list-filters">
        <SearchForm label="Name or description" search={search}>
          <SortSelect sort={sort} />
        </SearchForm>
      </div>
      {products.length === 0 ? (
        <Empty search={search} />
      ) : (
        <ManagedProductsTable products={products} onDelete={setDoomed} />
      )}
      <Pager page={page} pageCount={pageCount(count, PAGE_SIZE)} to={address} />
      {doomed && (
        <DeleteDialog
          title="Delete this product?"
          action="Delete product"
          remove={() => sendProductDeletion(doomed._id)}
          faultText={() => 'Something went wrong'}
          onClosed={() => setDoomed(null)}
          onDeleted={() => noteDeleted(doomed)}
        >
          <p>
            <strong>
              <KeepUnits text={doomed.name} />
            </strong>{' '}
            is removed from the shop at once. Existing orders are not affected. You can undo this
            for 30 minutes.
          </p>
        </DeleteDialog>
      )}
    </>
  )
}

function Empty({ search }: { search: string }) {
  return search === '' ? (
    <p>
      There are no products yet. <Link to={href('/dashboard/add-product')}>Add the first one</Link>
    </p>
  ) : (
    <p>No product matches this search.</p>
  )
}

export function ErrorBoundary() {
  return (
    <>
      <PageHead title="Manage products" />
      <h1 className="page-title">Manage Product</h1>
      <LoadFailure text="The products failed to load." />
    </>
  )
}
