import { useId } from 'react'
import { Link } from 'react-router'
import type { Product } from '#shop/catalogue/product.ts'
import { productPath } from '#shop/catalogue/product-path.ts'
import { OwnPrice } from '#shop/prices/shown/own-price.tsx'
import { Image } from '#ui/image.tsx'
import { KeepUnits } from '#ui/keep-units.tsx'

type ProductTilesProps = { heading: string; note?: string; products: Product[] }

/** A row of small products that lead to their pages; nothing without products. */
export function ProductTiles({ heading, note, products }: ProductTilesProps) {
  const headingId = useId()
  if (products.length === 0) return null
  return (
    <section className="product-section" aria-labelledby={headingId}>
      <h2 id={headingId} className="product-section-title">
        {heading}
      </h2>
      {note && <p className="note">{note}</p>}
      <ul className="product-tiles cards column-9 mt-16 grid gap-24 gap-x-24">
        {products.map((product) => (
          <li key={product._id} className="product-tile relative flex text-14 break-anywhere">
            <ProductTile product={product} sizes="10rem" />
            <p className="tabular">
              <OwnPrice product={product} />
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** A product's image, number and the link to its page. */
export function ProductTile({ product, sizes }: { product: Product; sizes: string }) {
  return (
    <>
      <Image
        imgURL={product.imgURL}
        alt=""
        width={400}
        height={300}
        sizes={sizes}
        background
        className="product-tile-image mb-8 w-full"
      />
      <span className="product-sku soft text-13 break-anywhere">{product.sku}</span>
      <Link to={productPath(product)} prefetch="intent">
        <KeepUnits text={product.name} />
      </Link>
    </>
  )
}
