import { href, Link } from 'react-router'
import { pageCount, readPage } from '#platform/http/pagination.ts'
import { withQuery } from '#platform/http/query.ts'
import { adminLoader } from '#shop/auth/access/require-admin.ts'
import { readSort } from '#shop/catalogue/admin/manage-products.ts'
import {
  fetchManagedProducts,
  fetchManagedProductsCount,
  sendProductDeletion,
} from '#shop/catalogue/admin/manage-products-client.ts'
import { fetchCategories } from '#shop/catalogue/catalogue-client.ts'
import { type ManagedProduct, PRODUCT_SEARCH } from '#shop/catalogue/product.ts'
import { buttonVariant } from '#ui/button.tsx'
import { KeepUnits } from '#ui/keep-units.tsx'
import { loading } from '#ui/spinner.tsx'
import { DeleteDialog } from '#web/delete-dialog.tsx'
import { ListPage, useChosenItem } from '#web/lists/list-page.tsx'
import { Pager } from '#web/lists/pager.tsx'
import { SearchForm } from '#web/lists/search-form.tsx'
import { PageError } from '#web/page-error.tsx'
import type { Route } from './+types/manage-products-page'
import { CategorizeProducts } from './categorize-products.tsx'
import { DeletedProducts } from './deleted-products.tsx'
import { ManagedProductsTable } from './managed-products-table.tsx'
import { SaveBar } from './save-bar.tsx'
import { SortSelect } from './sort-select.tsx'
import { useDeletedProducts } from './use-deleted-products.ts'
import { useProductDrafts } from './use-product-drafts.ts'

const PAGE_SIZE = 20

export const clientLoader = adminLoader(async ({ url }: Route.ClientLoaderArgs) => {
  const search = url.searchParams.get('search') ?? ''
  const sort = readSort(url.searchParams.get('sort'))
  const stock = url.searchParams.get('stock') === 'low' ? 'low' : undefined
  const count = await fetchManagedProductsCount({ search, stock })
  const page = readPage(url.searchParams, PAGE_SIZE, count)
  const [products, categories] = await Promise.all([
    fetchManagedProducts({ search, stock, sort, size: PAGE_SIZE, page }),
    fetchCategories(),
  ])
  return { products, categories, count, page, search, stock, sort }
})
export const HydrateFallback = loading('the products')

export default function ManageProductsPage({ loaderData }: Route.ComponentProps) {
  const { products, categories, count, page, search, stock, sort } = loaderData
  const { chosen, choose, close, heading, focusHeading } = useChosenItem<ManagedProduct>()
  const { deleted, addDeleted, undo } = useDeletedProducts(focusHeading)
  const edits = useProductDrafts()
  const pathOf = (page: number) =>
    withQuery(href('/dashboard/manage-products'), { search, stock, sort, page })
  return (
    <>
      <ListPage
        title="Manage products"
        name="Manage Product"
        heading={heading}
        count={{ of: 'Products', is: count.toLocaleString('en-US') }}
        aside={
          <div className="list-links">
            <Link to={href('/dashboard/search')} className={buttonVariant.quiet}>
              Synonyms
            </Link>
            <Link to={href('/dashboard/categories')} className={buttonVariant.quiet}>
              Categories
            </Link>
            <Link to={href('/dashboard/add-product')} className={buttonVariant.quiet}>
              Add Product
            </Link>
          </div>
        }
        note={<DeletedProducts products={deleted} onUndo={undo} />}
        filters={
          <>
            {stock && (
              <Link
                to={withQuery(href('/dashboard/manage-products'), { search, sort })}
                className="filter-chip"
                aria-label="Remove Below minimum"
              >
                Below minimum <span aria-hidden="true">×</span>
              </Link>
            )}
            <SearchForm label={PRODUCT_SEARCH} search={search}>
              {stock && <input type="hidden" name="stock" value={stock} />}
              <SortSelect sort={sort} />
            </SearchForm>
          </>
        }
        empty={products.length === 0 && <Empty isFiltered={search !== '' || stock !== undefined} />}
        pager={<Pager page={page} pageCount={pageCount(count, PAGE_SIZE)} to={pathOf} />}
      >
        <CategorizeProducts
          key={pathOf(page)}
          products={products}
          categories={categories}
          search={search}
          // Its "all found" supports a search by words only.
          count={stock ? products.length : count}
        >
          {(selection) => (
            <ManagedProductsTable
              products={products}
              categories={categories}
              selection={selection}
              edits={edits}
              onDelete={choose}
            />
          )}
        </CategorizeProducts>
      </ListPage>
      {/* Outside of the list, which may become empty. */}
      {(products.length > 0 || edits.saved > 0) && <SaveBar state={edits} />}
      {chosen && (
        <DeleteProduct product={chosen} onClosed={close} onDeleted={() => addDeleted(chosen)} />
      )}
    </>
  )
}

type DeleteProductProps = { product: ManagedProduct; onClosed: () => void; onDeleted: () => void }

function DeleteProduct({ product, onClosed, onDeleted }: DeleteProductProps) {
  return (
    <DeleteDialog
      title="Delete this product?"
      action="Delete product"
      remove={() => sendProductDeletion(product._id)}
      errorText={() => 'Something went wrong'}
      onClosed={onClosed}
      onDeleted={onDeleted}
    >
      <p>
        <strong>
          <KeepUnits text={product.name} />
        </strong>{' '}
        is removed from the shop at once. Existing orders are not affected. You can undo this for 30
        minutes.
      </p>
    </DeleteDialog>
  )
}

function Empty({ isFiltered }: { isFiltered: boolean }) {
  return isFiltered ? (
    <p>No product matches this search.</p>
  ) : (
    <p>
      There are no products yet. <Link to={href('/dashboard/add-product')}>Add the first one</Link>
    </p>
  )
}

export function ErrorBoundary() {
  return (
    <PageError
      title="Manage products"
      heading="Manage Product"
      text="The products failed to load."
    />
  )
}
