import { useEffect, useId, useState } from 'react'
import { useForm } from 'react-hook-form'
import { href, Link, useNavigate } from 'react-router'
import { adminLoader } from '#shop/auth/access/require-admin.ts'
import type { Category } from '#shop/catalogue/categories/category.ts'
import type { ManagedProduct } from '#shop/catalogue/product.ts'
import { adminCatalogueApi } from '#shop/product-admin/manage-products-client.ts'
import { type NewProduct, newProductForm, withLowestPrice } from '#shop/product-admin/product-forms.ts'
import { fetchCategories } from '#shop/search/catalogue-client.ts'
import { showToast } from '#ui/toast.ts'
import { loading } from '#web/loading.tsx'
import { pageError } from '#web/page-error.tsx'
import { PageHead, useSite } from '#web/page-head.tsx'
import type { Route } from './+types/add-product-page'
import { newValues, type ProductValues, sentOf } from './product-edits.ts'
import { ProductForm } from './product-form.tsx'
import { productResolver } from './product-resolver.ts'
import { noFiles, useProductFiles } from './use-product-files.ts'

export const clientLoader = adminLoader((_: Route.ClientLoaderArgs) => fetchCategories())

// Revalidation would reset the form's input.
export const shouldRevalidate = () => false

export const HydrateFallback = loading('the form', 'Add product')

export default function AddProductPage({ loaderData: categories }: Route.ComponentProps) {
  const [added, setAdded] = useState<ManagedProduct[]>([])
  return (
    <>
      <PageHead title="Add product" />
      <h1 className="page-title">Add Product</h1>
      {/* Remounts an empty form after each product, for adding several in a row. */}
      <NewProductForm
        key={added.length}
        categories={categories}
        isNext={added.length > 0}
        onAdded={(product) => setAdded([product, ...added])}
      />
      {added.length > 0 && <AddedProducts products={added} />}
    </>
  )
}

type NewProductFormProps = {
  categories: readonly Category[]
  isNext: boolean
  onAdded: (product: ManagedProduct) => void
}

function NewProductForm({ categories, isNext, onAdded }: NewProductFormProps) {
  const lowest = useSite()?.lowestPrice
  const form = useForm<ProductValues, unknown, NewProduct>({
    resolver: productResolver(
      withLowestPrice(newProductForm, () => lowest),
      categories,
      sentOf,
    ),
    defaultValues: newValues,
  })
  const { setFocus } = form
  const files = useProductFiles(noFiles)
  const navigate = useNavigate()
  useEffect(() => {
    if (isNext) setFocus('name')
  }, [isNext, setFocus])
  const send = async (product: NewProduct, onSent: () => void) => {
    const json = { ...product, ...files.current() }
    const added = await adminCatalogueApi.products.$post({ json })
    onSent()
    files.discard()
    onAdded(added)
    const id = added._id
    const view = { text: 'View', run: async () => navigate(href('/purchase/:id', { id })) }
    const edit = {
      text: 'Edit',
      run: async () => navigate(href('/dashboard/manage-products/:id', { id })),
    }
    // product 8.6
    await showToast('success', 'Success Uploaded Product', view, edit)
  }
  return (
    <ProductForm
      form={form}
      send={send}
      categories={categories}
      skuHint="Leave empty for the next free SKU"
      button="Add Product"
      // A second click on it would name the errors of the emptied form.
      needsInput={isNext}
      files={files}
      onDiscard={() => form.reset(newValues)}
    />
  )
}

function AddedProducts({ products }: { products: ManagedProduct[] }) {
  const id = useId()
  return (
    <section className="part-below border-top" aria-labelledby={id}>
      <h2 id={id}>Just added</h2>
      <ul>
        {products.map(({ _id, name }) => (
          <li className="break-anywhere" key={_id}>
            <Link to={href('/dashboard/manage-products/:id', { id: _id })}>{name}</Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

export const ErrorBoundary = pageError('Add product', 'The form', { heading: 'Add Product' })
