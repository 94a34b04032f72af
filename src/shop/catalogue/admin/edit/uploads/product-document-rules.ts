export const LARGEST_DOCUMENT_BYTES = 10 * 1024 * 1024
export const DOCUMENT_HINT = 'PDF, up to 10 MB.'

/** Returns why a file cannot be a product's document, before uploading it; null when it can. */
export function whyNoDocument({ name, type, size }: Pick<File, 'name' | 'type' | 'size'>) {
  if (type !== 'application/pdf') return `${name} is not a PDF file.`
  if (size === 0) return `${name} is empty.`
  return size <= LARGEST_DOCUMENT_BYTES ? null : `${name} is larger than 10 MB.`
}
