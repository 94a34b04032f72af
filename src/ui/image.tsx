import { imageSources } from '#platform/images/image-url.ts'

/** The first picture seen, one beside it on a wide screen, or one that shows after scrolling. */
export type LoadingPriority = 'first' | 'beside-first' | 'later'

/** How urgent the picture at a position (from 0) is in a grid with `row` side by side when wide. */
export function loadingPriorityAt(position: number, row: number): LoadingPriority {
  if (position === 0) return 'first'
  return position < row ? 'beside-first' : 'later'
}

// Grids have one column below it: there a phone's first picture must not wait for those below.
const WIDE = '(width >= 40rem)'

type PictureProps = {
  /** `/media/<hash>.webp`, one of the shop's own pictures. */
  imgURL: string
  alt: string
  /** How wide it will be shown, as in the `sizes` attribute. */
  sizes: string
  width: number
  height: number
  priority?: LoadingPriority
  className?: string
}

/** A picture in its smallest fitting width and format, in a box that never jumps. */
export function Picture({ imgURL, alt, sizes, priority = 'later', ...image }: PictureProps) {
  return (
    <picture>
      {priority === 'beside-first' && (
        <Preload href={imgURL} srcSet={imageSources(imgURL, 'avif')} sizes={sizes} media={WIDE} />
      )}
      <source type="image/avif" srcSet={imageSources(imgURL, 'avif')} sizes={sizes} />
      <img
        {...image}
        src={imgURL}
        srcSet={imageSources(imgURL, 'webp')}
        sizes={sizes}
        alt={alt}
        loading={priority === 'first' ? 'eager' : 'lazy'}
        fetchPriority={priority === 'first' ? 'high' : 'auto'}
        decoding="async"
      />
    </picture>
  )
}

type PreloadProps = { href: string; srcSet: string; sizes: string; media: string }

/** Asks for an AVIF picture before anything else, on screens that `media` names. */
export function Preload({ href, srcSet, sizes, media }: PreloadProps) {
  // React moves a link into the head only when it has an href.
  return (
    <link
      rel="preload"
      as="image"
      type="image/avif"
      href={href}
      imageSrcSet={srcSet}
      imageSizes={sizes}
      media={media}
      fetchPriority="high"
    />
  )
}
