import { refusalOf } from './rest-client.ts'

/**
 * Saves the body of a successful response as a file, as a link with `download` would. Throws a
 * RestRefusal otherwise.
 */
export async function saveDownload(pending: Promise<Response>, name: string): Promise<void> {
  const response = await pending
  if (!response.ok) throw await refusalOf(response)
  saveBlob(await response.blob(), name)
}

/** Saves these bytes as a file. */
export function saveBlob(bytes: Blob, name: string): void {
  const url = URL.createObjectURL(bytes)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser reads the blob when it starts the download, after this event.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
