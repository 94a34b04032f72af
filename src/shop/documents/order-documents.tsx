import { DateTime } from '#ui/date-time.tsx'
import { DownloadButton } from '#ui/download-button.tsx'
import { documentNames } from './document.ts'
import type { DocumentEntry } from './document-queries.server.ts'
import { saveDocument } from './documents-client.ts'

export function OrderDocuments({ documents }: { documents: DocumentEntry[] | null }) {
  return (
    <section className="order-documents no-print" aria-labelledby="order-documents">
      <h2 id="order-documents">Documents</h2>
      {documents === null ? (
        <p>The documents failed to load.</p>
      ) : (
        <ul className="stack gap-8">
          {documents.map((entry) => (
            <li key={`${entry.kind} ${entry.number}`} className="row">
              <DownloadButton download={() => saveDocument(entry)}>
                {documentNames[entry.kind]} {entry.number} (PDF)
              </DownloadButton>
              <DateTime iso={entry.issuedAt} dayOnly />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
