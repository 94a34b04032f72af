import { href, useViewTransitionState } from 'react-router'
import { Image, type LoadingPriority } from '#ui/image.tsx'
import type { Product } from './product.ts'
import { productPath } from './product-path.ts'

type ProductImageProps = {
  product: Product
  priority: LoadingPriority
  /** Whether the page is about this product; its image is large then. */
  isAlone: boolean
}

/** An image in a fixed frame, which glides between a list and the product's page or purchase form. */
export function ProductImage({ product, priority, isAlone }: ProductImageProps) {
  const isGliding = useIsGliding(product)
  return (
    <div className={isAlone || isGliding ? 'product-frame product-frame-gliding' : 'product-frame'}>
      <Image
        imgURL={product.imgURL}
        alt={product.name}
        width={1200}
        height={900}
        sizes={isAlone ? '(width >= 60rem) 50vw, 92vw' : '(width >= 80rem) 23vw, (width >= 40rem) 45vw, 92vw'}
        priority={priority}
        background
        className="product-image w-full h-full"
      />
    </div>
  )
}

/** Whether a view transition leads to or from a page of the product. The server never sees one. */
const useIsGliding = import.meta.env.SSR
  ? () => false
  : (product: Product) => {
      const isBought = useViewTransitionState(href('/purchase/:id', { id: product._id }))
      const isOpened = useViewTransitionState(productPath(product))
      return isBought || isOpened
    }
