import { useState } from 'react'
import { RestRefusal, refusalText } from '#platform/http/api/rest-client.ts'
import { MoveButtons } from '#shop/catalogue/admin/categories/move-buttons.tsx'
import { moved } from '#shop/catalogue/admin/categories/specification-drafts.ts'
import { sendImage } from '#shop/catalogue/admin/manage-products-client.ts'
import type { ProductDetails } from '#shop/catalogue/details/product-details-json.server.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/forms/field.tsx'
import { FormFrame } from '#ui/forms/form-frame.tsx'
import { Image } from '#ui/image.tsx'
import { showToast } from '#ui/toast.ts'
import { UnsavedGuard } from '#web/drafts/unsaved-guard.tsx'
import { useDraftState } from '#web/drafts/use-draft.ts'
import { StaleDetails, sendDetails, sendDocument } from './details-client.ts'
import { MOST_DOCUMENTS, MOST_PICTURES } from './details-forms.ts'
import { FileAdder } from './uploads/file-adder.tsx'
import { DOCUMENT_HINT, whyNoDocument } from './uploads/product-document-rules.ts'
import { PICTURE_HINT, PICTURE_TYPES, whyNoImage } from './uploads/product-image-rules.ts'

type Lists = { pictures: string[]; documents: { title: string; url: string }[] }

const listsOf = ({ pictures, documents }: ProductDetails): Lists => ({
  pictures,
  documents: documents.map(({ title, url }) => ({ title, url })),
})

type Edited = { seen: ProductDetails; lists: Lists }

/** Reads the edited lists, with the details as they were then, so that a save tells of changes. */
function readEdited(stored: unknown): Edited | undefined {
  return Array.isArray(Object(stored).lists?.pictures) ? (stored as Edited) : undefined
}

/** Edits the further pictures and the documents of a product (product 12.8). */
export function DetailsEditor({ id, details }: { id: string; details: ProductDetails }) {
  const [edited, setEdited, settle] = useDraftState(
    'details',
    () => ({ seen: details, lists: listsOf(details) }),
    readEdited,
  )
  const { seen, lists } = edited
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const { pictures, documents } = lists
  const isEdited = JSON.stringify(lists) !== JSON.stringify(listsOf(seen))
  const untitled = error === undefined ? [] : documents.filter(({ title }) => title.trim() === '')

  const show = (current: ProductDetails) => {
    settle({ seen: current, lists: listsOf(current) })
  }
  const save = async () => {
    if (documents.some(({ title }) => title.trim() === '')) {
      return setError('Each document needs a title.')
    }
    setBusy(true)
    setError(undefined)
    try {
      show(await sendDetails(id, { ...lists, version: seen.version }))
      await showToast('success', 'Pictures and documents were saved')
    } catch (fault) {
      if (fault instanceof StaleDetails) show(fault.details)
      const fields = fault instanceof RestRefusal ? Object.values(fault.fields) : []
      setError(fields[0] ?? refusalText(fault))
    } finally {
      setBusy(false)
    }
  }
  const setPictures = (pictures: string[]) => setEdited({ seen, lists: { ...lists, pictures } })
  const setDocuments = (documents: Lists['documents']) =>
    setEdited({ seen, lists: { ...lists, documents } })
  return (
    <section className="details-editor" aria-labelledby="details-editor">
      <h2 id="details-editor">Further pictures and documents</h2>
      <FormFrame
        onSubmit={async (event) => {
          event.preventDefault()
          await save()
        }}
        busy={isBusy}
        error={error}
        button="Save pictures and documents"
      >
        <UnsavedGuard isUnsaved={isEdited && !isBusy} />
        {pictures.length > 0 && (
          <ol className="detail-files" aria-label="Further pictures">
            {pictures.map((picture, place) => (
              <li key={picture}>
                <Image imgURL={picture} alt="" sizes="5rem" width={80} height={60} plate />
                <span className="detail-file-name">Picture {place + 1}</span>
                <MoveButtons
                  name={`picture ${place + 1}`}
                  isFirst={place === 0}
                  isLast={place === pictures.length - 1}
                  onMove={(by) => setPictures(moved(pictures, place, by))}
                />
                <Button
                  variant="danger"
                  aria-label={`Remove picture ${place + 1}`}
                  onClick={() => setPictures(pictures.toSpliced(place, 1))}
                >
                  Remove
                </Button>
              </li>
            ))}
          </ol>
        )}
        {pictures.length < MOST_PICTURES && (
          <FileAdder
            label="Add a picture"
            accept={PICTURE_TYPES}
            hint={PICTURE_HINT}
            send={sendImage}
            check={whyNoImage}
            onAdded={(url) => {
              if (!pictures.includes(url)) setPictures([...pictures, url])
            }}
          />
        )}
        {documents.length > 0 && (
          <ol className="detail-files" aria-label="Documents">
            {documents.map((document, place) => (
              <li key={document.url}>
                <Field
                  label={`Title of document ${place + 1}`}
                  error={untitled.includes(document) ? 'Title is required' : undefined}
                >
                  {(aria) => (
                    <input
                      {...aria}
                      className="field-input"
                      autoComplete="off"
                      maxLength={80}
                      value={document.title}
                      onChange={({ currentTarget: { value: title } }) =>
                        setDocuments(documents.with(place, { ...document, title }))
                      }
                    />
                  )}
                </Field>
                <MoveButtons
                  name={`document ${place + 1}`}
                  isFirst={place === 0}
                  isLast={place === documents.length - 1}
                  onMove={(by) => setDocuments(moved(documents, place, by))}
                />
                <Button
                  variant="danger"
                  aria-label={`Remove document ${place + 1}`}
                  onClick={() => setDocuments(documents.toSpliced(place, 1))}
                >
                  Remove
                </Button>
              </li>
            ))}
          </ol>
        )}
        {documents.length < MOST_DOCUMENTS && (
          <FileAdder
            label="Add a document"
            accept="application/pdf"
            hint={DOCUMENT_HINT}
            send={sendDocument}
            check={whyNoDocument}
            onAdded={(url, name) => {
              const title = name.replace(/\.pdf$/i, '').slice(0, 80)
              if (documents.every((one) => one.url !== url)) {
                setDocuments([...documents, { title, url }])
              }
            }}
          />
        )}
      </FormFrame>
    </section>
  )
}
