import { useState } from 'react'
import { refusalText } from '#platform/http/api/rest-client.ts'
import type { FullManagedProduct } from '#shop/catalogue/product.ts'
import { adminCatalogueApi } from '#shop/product-admin/manage-products-client.ts'
import { Button } from '#ui/button.tsx'
import { InputField } from '#ui/forms/input-field.tsx'
import { showToast } from '#ui/toast.ts'

type DiscontinueProductProps = { product: FullManagedProduct; successorSku: string }

/** Takes a product off sale, names what replaces it, and puts it back. */
export function DiscontinueProduct({ product, successorSku }: DiscontinueProductProps) {
  const param = { id: product._id }
  const { discontinue, restore } = adminCatalogueApi.products
  const [isOffSale, setOffSale] = useState(product.discontinued === true)
  const [sku, setSku] = useState(successorSku)
  const [error, setError] = useState<string>()
  const change = async (isOff: boolean) => {
    const json = { successor: sku.trim().toUpperCase() || null }
    const sent = isOff ? discontinue[':id'].$put({ param, json }) : restore[':id'].$put({ param })
    const why = await sent.then(() => undefined, refusalText)
    setError(why)
    if (why !== undefined) return
    setOffSale(isOff)
    await showToast('success', `${product.name} is ${isOff ? 'off sale' : 'on sale'}`)
  }
  return (
    <section className="mt-16 stack" aria-labelledby="no-longer-made">
      <h2 id="no-longer-made">No longer made</h2>
      <p>
        {isOffSale
          ? 'It is off sale: its page stays and names what replaces it.'
          : 'Takes it out of all lists. Its page stays and names what replaces it; open orders are not affected.'}
      </p>
      <InputField
        label="Replacement"
        hint="The number of the product that replaces it"
        value={sku}
        onValue={setSku}
        error={error}
      />
      <div className="row">
        <Button variant="quiet" onClick={() => void change(true)}>
          {isOffSale ? 'Save the replacement' : 'Take off sale'}
        </Button>
        {isOffSale && (
          <Button variant="quiet" onClick={() => void change(false)}>
            Put back on sale
          </Button>
        )}
      </div>
    </section>
  )
}
