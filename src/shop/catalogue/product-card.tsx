import { Link, useParams } from 'react-router'
import { dollarsToCents, formatDollars } from '#platform/money.ts'
import { buttonLook } from '#ui/button.tsx'
import { Picture } from '#ui/picture.tsx'
import type { Product } from './product.ts'

/** A tool as the specification shows it; Buy Now hides on a page that is about one tool already. */
export function ProductCard({ product, eager = false }: { product: Product; eager?: boolean }) {
  const { id } = useParams()
  return (
    <article className="product-card">
      <Picture
        imgURL={product.imgURL}
        alt={product.name}
        width={1200}
        height={900}
        sizes="(min-width: 80rem) 25vw, (min-width: 40rem) 50vw, 100vw"
        eager={eager}
        className="product-picture"
      />
      <div className="product-text">
        <h2 className="product-name">{product.name}</h2>
        <p className="product-description">{product.description}</p>
        <dl className="product-facts">
          <Fact term="Minimun Quantity" value={product.minQuantity.toLocaleString('en-US')} />
          <Fact term="Quantity" value={product.quantity.toLocaleString('en-US')} />
          <Fact term="Price" value={formatDollars(dollarsToCents(product.perPrice))} />
        </dl>
        {id === undefined && (
          <Link
            to={`/purchase/${product._id}`}
            className={buttonLook.primary}
            aria-label={`Buy Now: ${product.name}`}
          >
            Buy Now
          </Link>
        )}
      </div>
    </article>
  )
}

function Fact({ term, value }: { term: string; value: string }) {
  return (
    <div className="product-fact">
      <dt>{term}</dt>
      <dd>{value}</dd>
    </div>
  )
}
