import { saveDownload } from '#platform/http/api/save-download.ts'
import { apiClient, apiResponses } from '#shop/auth/access/authorized-fetch.ts'
import { fileName } from './document.ts'
import type { DocumentEntry } from './document-queries.server.ts'
import type { createDocumentsApi } from './documents-api.server.ts'

const api = apiClient<typeof createDocumentsApi>()
const files = apiResponses<typeof createDocumentsApi>()

export function fetchDocuments(orderId: string): Promise<DocumentEntry[]> {
  return api.documents.of[':orderId'].$get({ param: { orderId } })
}

export function saveDocument({ kind, number }: DocumentEntry): Promise<void> {
  const sent = files.documents[':kind'][':number'].$get({ param: { kind, number } })
  return saveDownload(sent as Promise<Response>, fileName(kind, number))
}

export function saveDocumentsOf(orderIds: string[]): Promise<void> {
  const sent = files.documents.zip.$post({ json: { orderIds } })
  return saveDownload(sent as Promise<Response>, 'documents.zip')
}
