import { imageBorderColor, imageSources } from '#platform/images/image-url.ts'

/** The first visible image, one beside it on a wide screen, or one further down the page. */
export type LoadingPriority = 'first' | 'beside-first' | 'later'

/** The priority of the image at a zero-based position in a grid with `row` columns on wide screens. */
export function loadingPriorityAt(position: number, row: number): LoadingPriority {
  if (position === 0) return 'first'
  return position < row ? 'beside-first' : 'later'
}

// Narrower grids have one column, where preloading further images would delay the first one.
const WIDE = '(width >= 40rem)'

type ImageProps = {
  /** The URL of a stored image, `/media/<hash>.webp`. */
  imgURL: string
  alt: string
  sizes: string
  width: number
  height: number
  priority?: LoadingPriority
  className?: string
  /** Shows the whole image on a background in the colour of its border, or in the theme's colour. */
  background?: boolean
}

/** A responsive image in AVIF or WebP, with reserved space to avoid layout shifts. */
export function Image(props: ImageProps) {
  const { imgURL, alt, sizes, priority = 'later', background = false, ...image } = props
  return (
    <picture>
      {priority === 'beside-first' && (
        <Preload href={imgURL} srcSet={imageSources(imgURL, 'avif')} sizes={sizes} media={WIDE} />
      )}
      <source type="image/avif" srcSet={imageSources(imgURL, 'avif')} sizes={sizes} />
      <img
        {...image}
        {...(background && backgroundProps(imgURL))}
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
 * The props of an `img` with a background: the theme's colour for a transparent image, or the colour
 * of the image's border, so that an image with another aspect ratio has no visible edge.
 */
export function backgroundProps(imgURL: string) {
  const color = imageBorderColor(imgURL)
  if (color === null) return { 'data-background': 'theme' }
  // Set by script because the Content-Security-Policy blocks style attributes.
  const paint = (image: HTMLImageElement | null) => {
    if (!image) return
    image.style.backgroundColor = color
    return () => {
      image.style.backgroundColor = ''
    }
  }
  return { 'data-background': 'own', ref: paint }
}

type PreloadProps = { href: string; srcSet: string; sizes: string; media: string }

/** Preloads an AVIF image with high priority on screens that match `media`. */
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
