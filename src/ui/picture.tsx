import { imageSources } from '#platform/image-address.ts'

type PictureProps = {
  /** `/media/<hash>.webp`, one of the shop's own pictures. */
  imgURL: string
  alt: string
  /** How wide it will be shown, as in the `sizes` attribute. */
  sizes: string
  width: number
  height: number
  /** For pictures seen at once: fetched first. */
  eager?: boolean
  className?: string
}

/** A picture in its smallest fitting width and format, in a box that never jumps. */
export function Picture({ imgURL, alt, sizes, eager = false, ...image }: PictureProps) {
  return (
    <picture>
      <source type="image/avif" srcSet={imageSources(imgURL, 'avif')} sizes={sizes} />
      <img
        {...image}
        src={imgURL}
        srcSet={imageSources(imgURL, 'webp')}
        sizes={sizes}
        alt={alt}
        loading={eager ? 'eager' : 'lazy'}
        fetchPriority={eager ? 'high' : 'auto'}
        decoding="async"
      />
    </picture>
  )
}
