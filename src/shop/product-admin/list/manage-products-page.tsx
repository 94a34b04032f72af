import { href, Link } from 'react-router'
import { readPage } from '#platform/http/pagination.ts'
import { withQuery } from '#platform/http/query.ts'
import { adminLoader } from '#shop/auth/access/require-admin.ts'
import { type ManagedProduct, PRODUCT_SEARCH } from '#shop/catalogue/product.ts'
import { readSort, sortsOf } from '#shop/catalogue/product-sorts.ts'
import { sortLabels } from '#shop/product-admin/manage-products.ts'
import { adminCatalogueApi, saveProducts } from '#shop/product-admin/manage-products-client.ts'
import { fetchCategories } from '#shop/search/catalogue-client.ts'
import { buttonVariant } from '#ui/button.tsx'
import { DownloadButton } from '#ui/download-button.tsx'
import { KeepUnits } from '#ui/keep-units.tsx'
import { changesText, SaveBar } from '#web/drafts/save-bar.tsx'
import { UnsavedGuard } from '#web/drafts/unsaved-guard.tsx'
import { FilterSelect } from '#web/lists/filter-select.tsx'
import { ListPage } from '#web/lists/list-page.tsx'
import { SelectAll, useSelection } from '#web/lists/list-selection.tsx'
import { SearchForm } from '#web/lists/search-form.tsx'
import { useDeleteDialog } from '#web/lists/use-delete-dialog.tsx'
import { loading } from '#web/loading.tsx'
import { pageError } from '#web/page-error.tsx'
import type { Route } from './+types/manage-products-page'
import { DeletedProducts, useDeletedProducts } from './deleted-products.tsx'
import { ManagedProductsTable } from './managed-products-table.tsx'
import { SelectedProducts } from './selected-products.tsx'
import { type ProductDraftsState, useProductDrafts } from './use-product-drafts.ts'

const PAGE_SIZE = 20

export const clientLoader = adminLoader(async ({ url }: Route.ClientLoaderArgs) => {
  const search = url.searchParams.get('search') ?? ''
  const sort = readSort(url.searchParams.get('sort'), search)
  const stock = (['low', 'discontinued'] as const).find((one) => one === url.searchParams.get('stock'))
  const { manage, manageCount } = adminCatalogueApi.products
  const { count } = await manageCount.$get({ query: { search, stock } })
  const page = readPage(url.searchParams, PAGE_SIZE, count)
  const query = { search, stock, sort, size: PAGE_SIZE, page }
  const [products, categories] = await Promise.all([manage.$get({ query }), fetchCategories()])
  return { products, categories, count, page, search, stock, sort }
})
export const HydrateFallback = loading('the products', 'Manage products')

export default function ManageProductsPage({ loaderData }: Route.ComponentProps) {
  const { products, categories, count, page, search, stock, sort } = loaderData
  const list = useDeleteDialog((product: ManagedProduct) => ({
    title: 'Delete this product?',
    action: 'Delete product',
    remove: () => adminCatalogueApi.products[':id'].$delete({ param: { id: product._id } }),
    errorText: () =>
      stock === 'discontinued' ? 'Put it back on sale before you delete it' : 'Something went wrong',
    onDeleted: () => addDeleted(product),
    children: (
      <p>
        <strong>
          <KeepUnits text={product.name} />
        </strong>{' '}
        is removed from the shop at once. Existing orders are not affected. You can undo this for 30 minutes.
      </p>
    ),
  }))
  const { deleted, addDeleted, undo } = useDeletedProducts(list.focusHeading)
  const edits = useProductDrafts()
  const sorts = sortsOf(search)
  const isFiltered = search !== '' || stock !== undefined
  const pathOf = (page: number) =>
    withQuery(href('/dashboard/manage-products'), { search, stock, sort, page })
  const selection = useSelection(
    products.map(({ _id }) => _id),
    pathOf(page),
  )
  return (
    <>
      <ListPage
        title="Manage products"
        name="Manage Product"
        heading={list.heading}
        count={{ of: 'Products', is: count }}
        aside={
          <div className="ml-auto from-640 buttons">
            <Link to={href('/dashboard/manage-products/import')} className={buttonVariant.quiet}>
              Import and export
            </Link>
            <Link to={href('/dashboard/add-product')} className={buttonVariant.quiet}>
              Add Product
            </Link>
          </div>
        }
        note={<DeletedProducts products={deleted} onUndo={undo} />}
        selectAll={products.length > 0 && <SelectAll selection={selection} />}
        filters={
          <SearchForm label={PRODUCT_SEARCH} search={search}>
            <FilterSelect
              name="stock"
              label="Show"
              value={stock ?? ''}
              options={[
                ['', 'All products'],
                ['low', 'Below minimum'],
                ['discontinued', 'No longer made'],
              ]}
            />
            {/* The first is the default, so that a search begins with its own. */}
            <FilterSelect
              name="sort"
              label="Sort by"
              value={sort === sorts[0] ? '' : sort}
              options={sorts.map((sort, index) => [index === 0 ? '' : sort, sortLabels[sort]])}
            />
          </SearchForm>
        }
        actions={
          isFiltered && (
            <DownloadButton download={() => saveProducts('csv', withQuery('', { search, stock }))}>
              Export these
            </DownloadButton>
          )
        }
        selection={
          selection.ids.length > 0 && (
            <SelectedProducts
              selection={selection}
              categories={categories}
              search={search}
              // What is found by words only can be changed as a whole.
              foundCount={selection.isAll && !stock ? count : selection.ids.length}
              onCleared={list.focusHeading}
            />
          )
        }
        empty={products.length === 0 && <Empty isFiltered={isFiltered} />}
        pages={{ page, count, size: PAGE_SIZE, to: pathOf }}
        dialogs={list.dialog}
      >
        <ManagedProductsTable
          products={products}
          categories={categories}
          selection={selection}
          edits={edits}
          onDelete={list.choose}
        />
      </ListPage>
      {/* Outside of the list, which may become empty. */}
      {(products.length > 0 || edits.saved > 0) && <ProductSaveBar edits={edits} />}
    </>
  )
}

function ProductSaveBar({ edits }: { edits: ProductDraftsState }) {
  const { changed, saved, undoable } = edits
  return (
    <>
      {/* On another page, a conflict of what was typed here would be out of sight. */}
      <UnsavedGuard isUnsaved={changed > 0} discard={edits.discard} />
      <SaveBar {...edits} undo={undoable > 0 ? edits.undo : undefined} isOpen={saved > 0}>
        {saved > 0 && `${changesText(saved)} saved. `}
        {undoable < saved && 'A stock that was below 10 stays as it is. '}
        {changed > 0 && saved > 0 && `${changesText(changed)} not saved.`}
        {changed + saved === 0 && 'Type over a price, stock or minimum to change it.'}
      </SaveBar>
    </>
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

export const ErrorBoundary = pageError('Manage products', 'The products', {
  heading: 'Manage Product',
})
