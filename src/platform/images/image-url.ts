/** The widths, in pixels, and formats in which every picture of the shop is kept. */
export const imageWidths = [400, 800, 1200] as const
export const imageFormats = ['avif', 'webp'] as const

/** The candidates of one format for a picture's `srcset`. */
export function imageSources(imgURL: string, format: (typeof imageFormats)[number]): string {
  return imageWidths.map((width) => `${sized(imgURL, width, format)} ${width}w`).join(', ')
}

function sized(imgURL: string, width: number, format: string): string {
  return imgURL.replace(/\.webp$/, `-${width}.${format}`)
}
