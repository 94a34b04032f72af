import { restClient } from '#platform/http/api/rest-client.ts'
import { fetchWithProgress } from '#platform/http/fetch-with-progress.ts'
import { signedIn } from '#shop/auth/access/authorized-fetch.ts'
import type { SendFile } from '#ui/forms/use-upload.ts'
import type { createUploadsApi } from './uploads-api.server.ts'

export const sendImage = sendFile('images', 'image')

/** Uploads an image of the brand, which may be an SVG, and returns its URL path. */
export const sendBrandImage = sendFile('brandImages', 'image')

export const sendDocument = sendFile('productDocuments', 'document')

function sendFile(route: 'images' | 'brandImages' | 'productDocuments', field: string): SendFile {
  return async (file, { onProgress, signal }) => {
    const body = new FormData()
    body.append(field, file)
    const api = restClient<typeof createUploadsApi>(signedIn(fetchWithProgress(onProgress)))
    return (await api[route].$post({}, { init: { body, signal } })).data.url
  }
}
