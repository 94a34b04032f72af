import { refusalOf } from './rest-client.ts'

/**
 * Saves the body of a successful response as a file, as a link with `download` would, under the name
 * that the response has, or else `name`. Throws a RestRefusal otherwise.
 */
export async function saveDownload(pending: Promise<Response>, name: string): Promise<void> {
  const response = await pending
  if (!response.ok) throw await refusalOf(response)
  const url = URL.createObjectURL(await response.blob())
  const link = document.createElement('a')
  link.href = url
  const [, sent] =
    /filename="([^"]+)"/.exec(response.headers.get('Content-Disposition') ?? '') ?? []
  link.download = sent ?? name
  link.click()
  // The browser reads the blob when it starts the download, after this event.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
