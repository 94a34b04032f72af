import { RestRefusal } from '#platform/rest-client.ts'

const types = ['image/jpeg', 'image/png', 'image/webp', 'image/avif']
const LARGEST_BYTES = 5_000_000

export const PICTURE_TYPES = types.join(',')
export const PICTURE_HINT = 'JPEG, PNG, WebP or AVIF, up to 5 MB. The shop shows it 4 : 3.'

/** Why a file can't be a tool's picture, before it is sent; null when it may be one. */
export function whyNoPicture({ name, type, size }: Pick<File, 'name' | 'type' | 'size'>) {
  if (!types.includes(type)) return `${name} is no JPEG, PNG, WebP or AVIF picture.`
  if (size === 0) return `${name} is empty.`
  if (size <= LARGEST_BYTES) return null
  // Rounded up: never "5.0 MB, and 5 MB is the most".
  return `${name} has ${Math.ceil(size / 100_000) / 10} MB; 5 MB is the most.`
}

/** What is said when a picture did not arrive: the shop's own sentence where it has one. */
export function pictureFault(error: unknown): string {
  return error instanceof RestRefusal
    ? error.message
    : 'The picture did not arrive. Please check the connection and choose it again.'
}
