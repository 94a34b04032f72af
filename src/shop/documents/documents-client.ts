import { answerOf } from '#platform/http/api/rest-client.ts'
import { saveDownload } from '#platform/http/api/save-download.ts'
import { apiClient } from '#shop/auth/access/authorized-fetch.ts'
import { fileName } from './document.ts'
import type { DocumentEntry } from './document-queries.server.ts'
import type { createDocumentsApi } from './documents-api.server.ts'

const api = apiClient<typeof createDocumentsApi>()

export function fetchDocuments(orderId: string): Promise<DocumentEntry[]> {
  return answerOf(api.documents.of[':orderId'].$get({ param: { orderId } }))
}

export function saveDocument({ kind, number }: DocumentEntry): Promise<void> {
  const sent = api.documents[':kind'][':number'].$get({ param: { kind, number } })
  return saveDownload(sent as Promise<Response>, fileName(kind, number))
}

export function saveDocumentsOf(orderIds: string[]): Promise<void> {
  const sent = api.documents.zip.$post({ json: { orderIds } })
  return saveDownload(sent as Promise<Response>, 'documents.zip')
}
