const types = ['image/jpeg', 'image/png', 'image/webp', 'image/avif']

export const LARGEST_IMAGE_BYTES = 5 * 1024 * 1024

export const IMAGE_TYPES = types.join(',')
export const IMAGE_HINT = 'JPEG, PNG, WebP or AVIF, up to 5 MB. Shown whole in a 4:3 frame.'

const SVG = 'image/svg+xml'
export const BRAND_IMAGE_TYPES = [...types, SVG].join(',')

const OTHER_FORMAT = /\.(heic|heif|tiff?|gif|bmp|psd|eps|raw|cr2|nef|arw|dng|svg)$/i

type Chosen = Pick<File, 'name' | 'type' | 'size'>

/** Returns why a file cannot be a logo or another image of the brand; null when it can. */
export function whyNoBrandImage(file: Chosen) {
  return file.type === SVG ? whyNotThisSize(file) : whyNoImage(file)
}

/** Returns why a file cannot be a product's image, before uploading it; null when it can. */
export function whyNoImage({ name, type, size }: Chosen) {
  const [, format] = OTHER_FORMAT.exec(name) ?? []
  if (format) return `${name} is in the format ${format.toUpperCase()}: export it as JPEG.`
  if (!types.includes(type)) return `${name} is not a JPEG, PNG, WebP or AVIF image.`
  return whyNotThisSize({ name, size })
}

function whyNotThisSize({ name, size }: Pick<File, 'name' | 'size'>) {
  if (size === 0) return `${name} is empty.`
  if (size <= LARGEST_IMAGE_BYTES) return null
  // Rounded up, to avoid "has 5 MB; the maximum is 5 MB".
  return `${name} has ${Math.ceil((size / 1024 / 1024) * 10) / 10} MB; the maximum is 5 MB.`
}

export const LARGEST_DOCUMENT_BYTES = 10 * 1024 * 1024
export const DOCUMENT_HINT = 'PDF, up to 10 MB.'

/** Returns why a file cannot be a product's document, before uploading it; null when it can. */
export function whyNoDocument({ name, type, size }: Pick<File, 'name' | 'type' | 'size'>) {
  if (type !== 'application/pdf') return `${name} is not a PDF file.`
  if (size === 0) return `${name} is empty.`
  return size <= LARGEST_DOCUMENT_BYTES ? null : `${name} is larger than 10 MB.`
}
