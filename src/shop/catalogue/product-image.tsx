import { href, useViewTransitionState } from 'react-router'
import { Image, type LoadingPriority } from '#ui/image.tsx'
import type { Product } from './product.ts'

type ProductImageProps = {
  product: Product
  priority: LoadingPriority
  /** Whether the page is about this product; its image is large then. */
  isAlone: boolean
}

/**
 * A product's image in a fixed frame, with a view transition between the list and the product's
 * page.
 */
export function ProductImage({ product, priority, isAlone }: ProductImageProps) {
  const isGliding = useViewTransitionState(href('/purchase/:id', { id: product._id }))
  return (
    <div className={isAlone || isGliding ? 'product-frame product-frame-gliding' : 'product-frame'}>
      <Image
        imgURL={product.imgURL}
        alt={product.name}
        width={1200}
        height={900}
        sizes={
          isAlone
            ? '(width >= 60rem) 50vw, 92vw'
            : '(width >= 80rem) 23vw, (width >= 40rem) 45vw, 92vw'
        }
        priority={priority}
        plate
        className="product-picture"
      />
    </div>
  )
}
