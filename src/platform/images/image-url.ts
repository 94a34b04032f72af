/** The widths, in pixels, and formats in which every picture of the shop is kept. */
export const imageWidths = [400, 800, 1200] as const
export const imageFormats = ['avif', 'webp'] as const

/** The candidates of one format for a picture's `srcset`. */
export function imageSources(imgURL: string, format: (typeof imageFormats)[number]): string {
  return imageWidths.map((width) => `${sized(imgURL, width, format)} ${width}w`).join(', ')
}

/**
 * The colour of an image's border, as CSS writes it: what is stored as `/media/<hash>-<rrggbb>.webp`.
 * Null for an image that is transparent there, and for one stored before borders were recorded.
 */
export function imageBorderColor(imgURL: string): string | null {
  const color = /-([0-9a-f]{6})\.webp$/.exec(imgURL)?.[1]
  return color === undefined ? null : `#${color}`
}

function sized(imgURL: string, width: number, format: string): string {
  return imgURL.replace(/\.webp$/, `-${width}.${format}`)
}
