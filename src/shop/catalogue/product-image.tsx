import { href, useViewTransitionState } from 'react-router'
import { type LoadingPriority, Picture } from '#ui/image.tsx'
import type { Product } from './product.ts'

type ProductPictureProps = {
  product: Product
  priority: LoadingPriority
  /** The page is about this tool: its picture is large. */
  isAlone: boolean
}

/** A tool's picture in its fixed frame; between the list and the tool's page it glides over. */
export function ProductPicture({ product, priority, isAlone }: ProductPictureProps) {
  const isGliding = useViewTransitionState(href('/purchase/:id', { id: product._id }))
  return (
    <div className={isAlone || isGliding ? 'product-frame product-frame-gliding' : 'product-frame'}>
      <Picture
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
