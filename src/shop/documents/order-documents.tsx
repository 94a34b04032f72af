import { Button } from '#ui/button.tsx'
import { DateTime } from '#ui/date-time.tsx'
import { useSave } from '#ui/use-save.ts'
import { type DocumentEntry, documentNames } from './document.ts'
import { saveDocument } from './documents-client.ts'

/** The documents of an order, each with a button that downloads it. */
export function OrderDocuments({ documents }: { documents: DocumentEntry[] | null }) {
  return (
    <section className="order-documents" aria-labelledby="order-documents">
      <h2 id="order-documents">Documents</h2>
      {documents === null ? (
        <p>The documents failed to load.</p>
      ) : (
        <ul>
          {documents.map((entry) => (
            <OrderDocument key={`${entry.kind} ${entry.number}`} entry={entry} />
          ))}
        </ul>
      )}
    </section>
  )
}

function OrderDocument({ entry }: { entry: DocumentEntry }) {
  const { busy, save } = useSave(() => saveDocument(entry))
  const name = `${documentNames[entry.kind]} ${entry.number}`
  return (
    <li className="row">
      <Button variant="quiet" busy={busy} onClick={save}>
        {name} (PDF)
      </Button>
      <DateTime iso={entry.issuedAt} dayOnly />
    </li>
  )
}
