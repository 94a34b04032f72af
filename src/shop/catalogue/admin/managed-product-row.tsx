import { useId } from 'react'
import { Link, useLocation } from 'react-router'
import { dollarsToCents, formatDollars } from '#platform/money.ts'
import type { Product } from '#shop/catalogue/product.ts'
import { Button, buttonVariant } from '#ui/button.tsx'
import { Picture } from '#ui/image.tsx'
import { managedProductPath, stockNote } from './manage-products.ts'

/** One tool as its keeper sees it, and what can be done with it. */
export function ManagedProductRow({
  product,
  onDelete,
}: {
  product: Product
  onDelete: () => void
}) {
  const id = useId()
  const { search } = useLocation()
  const note = stockNote(product)
  return (
    <tr>
      <th scope="row">
        <span className="managed-product">
          <Picture
            imgURL={product.imgURL}
            alt=""
            sizes="4rem"
            width={64}
            height={48}
            plate
            className="managed-product-picture"
          />
          <span id={id}>{product.name}</span>
        </span>
      </th>
      <td data-label="Price">{formatDollars(dollarsToCents(product.perPrice))}</td>
      <td data-label="Stock">
        <span className="stock-and-note">
          {product.quantity.toLocaleString('en-US')}
          {note && <span className="badge badge-warning">{note}</span>}
        </span>
      </td>
      <td data-label="Minimum order">{product.minQuantity.toLocaleString('en-US')}</td>
      <td className="table-actions">
        <Link
          to={managedProductPath(product._id)}
          // The way back leads to this place in the list.
          state={{ list: search }}
          className={buttonVariant.strong}
          aria-describedby={id}
        >
          Update
        </Link>
        <Button variant="danger" aria-describedby={id} onClick={onDelete}>
          Delete
        </Button>
      </td>
    </tr>
  )
}
