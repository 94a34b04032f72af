import { imageBorderColor, imageSources } from '#platform/images/image-url.ts'

/** The first image seen, one beside it on a wide screen, or one that shows after scrolling. */
export type LoadingPriority = 'first' | 'beside-first' | 'later'

/** How urgent the image at a position (from 0) is in a grid with `row` side by side when wide. */
export function loadingPriorityAt(position: number, row: number): LoadingPriority {
  if (position === 0) return 'first'
  return position < row ? 'beside-first' : 'later'
}

// Grids have one column below it: there a phone's first image must not wait for those below.
const WIDE = '(width >= 40rem)'

type ImageProps = {
  /** `/media/<hash>.webp`, one of the shop's own images. */
  imgURL: string
  alt: string
  /** How wide it will be shown, as in the `sizes` attribute. */
  sizes: string
  width: number
  height: number
  priority?: LoadingPriority
  className?: string
  /** Shows the whole image, on a plate in the colour of its border or else in the theme's. */
  plate?: boolean
}

/** An image in its smallest fitting width and format, in a box that never jumps. */
export function Image(props: ImageProps) {
  const { imgURL, alt, sizes, priority = 'later', plate = false, ...image } = props
  return (
    <picture>
      {priority === 'beside-first' && (
        <Preload href={imgURL} srcSet={imageSources(imgURL, 'avif')} sizes={sizes} media={WIDE} />
      )}
      <source type="image/avif" srcSet={imageSources(imgURL, 'avif')} sizes={sizes} />
      <img
        {...image}
        {...(plate && plateOf(imgURL))}
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

/**
 * What makes an `img` a plate: a cut-out stands on the theme's colour; an image with a border of its
 * own stands on the border's colour, so that one of another shape has no visible edge.
 */
export function plateOf(imgURL: string) {
  const color = imageBorderColor(imgURL)
  if (color === null) return { 'data-plate': 'theme' }
  // Set by script: the page's policy allows no style attribute. Before that it is the theme's colour.
  const paint = (image: HTMLImageElement | null) => {
    if (!image) return
    image.style.backgroundColor = color
    return () => {
      image.style.backgroundColor = ''
    }
  }
  return { 'data-plate': 'own', ref: paint }
}

type PreloadProps = { href: string; srcSet: string; sizes: string; media: string }

/** Asks for an AVIF image before anything else, on screens that `media` names. */
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
