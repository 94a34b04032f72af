/** The widths, in pixels, and formats in which every image is stored. */
export const imageWidths = [400, 800, 1200] as const
export const imageFormats = ['avif', 'webp'] as const

/** The URL of a stored image: the hash of its content and, if recorded, the colour of its border. */
export const IMAGE_URL = /^\/media\/([0-9a-f]{32}(?:-([0-9a-f]{6}))?)\.webp$/

/** Why an image of elsewhere is refused. */
export const NOT_UPLOADED = 'Image must be uploaded to this shop'

export function imageSources(imgURL: string, format: (typeof imageFormats)[number]): string {
  return imageWidths.map((width) => `${sized(imgURL, width, format)} ${width}w`).join(', ')
}

/**
 * The CSS colour of an image's border, from `/media/<hash>-<rrggbb>.webp`. Null for a transparent
 * border and for images stored before borders were recorded.
 */
export function imageBorderColor(imgURL: string): string | null {
  const color = IMAGE_URL.exec(imgURL)?.[2]
  return color === undefined ? null : `#${color}`
}

/** The URL of a stored image as a JPEG without transparency, for link previews; others are unchanged. */
export function linkImageUrl(imgURL: string): string {
  return IMAGE_URL.test(imgURL) ? imgURL.replace(/\.webp$/, '-link.jpg') : imgURL
}

/** The URL of a stored image as a small PNG, which all mail clients show; others are unchanged. */
export function mailImageUrl(imgURL: string): string {
  return IMAGE_URL.test(imgURL) ? imgURL.replace(/\.webp$/, '-mail.png') : imgURL
}

/** The URL of a stored image as a square PNG: the icon of browsers and search engines. */
export function iconUrl(imgURL: string): string {
  return imgURL.replace(/\.webp$/, '-icon.png')
}

export function smallImageUrl(imgURL: string): string {
  return sized(imgURL, imageWidths[0], 'webp')
}

function sized(imgURL: string, width: number, format: string): string {
  return imgURL.replace(/\.webp$/, `-${width}.${format}`)
}
