import { IMAGE_URL } from './image-url.ts'

/** The URL of a stored image as a JPEG without transparency, for link previews; others are unchanged. */
export function linkImageUrl(imgURL: string): string {
  return IMAGE_URL.test(imgURL) ? imgURL.replace(/\.webp$/, '-link.jpg') : imgURL
}
