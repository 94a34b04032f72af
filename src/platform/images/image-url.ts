/** The widths, in pixels, and formats in which every image of the shop is kept. */
export const imageWidths = [400, 800, 1200] as const
export const imageFormats = ['avif', 'webp'] as const

/** The address of a stored image: its content's hash, and its border's colour where that is recorded. */
export const IMAGE_URL = /^\/media\/([0-9a-f]{32}(?:-([0-9a-f]{6}))?)\.webp$/

/** The candidates of one format for an image's `srcset`. */
export function imageSources(imgURL: string, format: (typeof imageFormats)[number]): string {
  return imageWidths.map((width) => `${sized(imgURL, width, format)} ${width}w`).join(', ')
}

/**
 * The colour of an image's border as CSS writes it, from `/media/<hash>-<rrggbb>.webp`. Null for an
 * image that is transparent there, and for one stored before borders were recorded.
 */
export function imageBorderColor(imgURL: string): string | null {
  const color = IMAGE_URL.exec(imgURL)?.[2]
  return color === undefined ? null : `#${color}`
}

function sized(imgURL: string, width: number, format: string): string {
  return imgURL.replace(/\.webp$/, `-${width}.${format}`)
}
