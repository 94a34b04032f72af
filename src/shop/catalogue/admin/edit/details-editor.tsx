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
import { MAX_DOCUMENTS, MAX_IMAGES } from './details-forms.ts'
import { FileAdder } from './uploads/file-adder.tsx'
import {
  DOCUMENT_HINT,
  IMAGE_HINT,
  IMAGE_TYPES,
  whyNoDocument,
  whyNoImage,
} from './uploads/upload-rules.ts'

type Lists = { images: string[]; documents: { title: string; url: string }[] }

const listsOf = ({ images, documents }: ProductDetails): Lists => ({
  images,
  documents: documents.map(({ title, url }) => ({ title, url })),
})

type Edited = { seen: ProductDetails; lists: Lists }

/** Reads the edited lists, with the details as they were then, so that a save tells of changes. */
function readEdited(stored: unknown): Edited | undefined {
  return Array.isArray(Object(stored).lists?.images) ? (stored as Edited) : undefined
}

/** Edits the further images and the documents of a product (product 12.8). */
export function DetailsEditor({ id, details }: { id: string; details: ProductDetails }) {
  const [edited, setEdited, settle] = useDraftState(
    'details',
    () => ({ seen: details, lists: listsOf(details) }),
    readEdited,
  )
  const { seen, lists } = edited
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const { images, documents } = lists
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
      await showToast('success', 'Images and documents were saved')
    } catch (error) {
      if (error instanceof StaleDetails) show(error.details)
      const fields = error instanceof RestRefusal ? Object.values(error.fields) : []
      setError(fields[0] ?? refusalText(error))
    } finally {
      setBusy(false)
    }
  }
  const setImages = (images: string[]) => setEdited({ seen, lists: { ...lists, images } })
  const setDocuments = (documents: Lists['documents']) =>
    setEdited({ seen, lists: { ...lists, documents } })
  return (
    <section className="details-editor" aria-labelledby="details-editor">
      <h2 id="details-editor">Further images and documents</h2>
      <FormFrame
        onSubmit={async (event) => {
          event.preventDefault()
          await save()
        }}
        busy={isBusy}
        error={error}
        button="Save images and documents"
      >
        <UnsavedGuard isUnsaved={isEdited && !isBusy} />
        {images.length > 0 && (
          <ol className="detail-files" aria-label="Further images">
            {images.map((image, place) => (
              <li key={image}>
                <Image imgURL={image} alt="" sizes="5rem" width={80} height={60} background />
                <span className="detail-file-name">Image {place + 1}</span>
                <MoveButtons
                  name={`image ${place + 1}`}
                  isFirst={place === 0}
                  isLast={place === images.length - 1}
                  onMove={(by) => setImages(moved(images, place, by))}
                />
                <Button
                  variant="danger"
                  aria-label={`Remove image ${place + 1}`}
                  onClick={() => setImages(images.toSpliced(place, 1))}
                >
                  Remove
                </Button>
              </li>
            ))}
          </ol>
        )}
        {images.length < MAX_IMAGES && (
          <FileAdder
            label="Add an image"
            accept={IMAGE_TYPES}
            hint={IMAGE_HINT}
            send={sendImage}
            check={whyNoImage}
            onAdded={(url) => {
              if (!images.includes(url)) setImages([...images, url])
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
        {documents.length < MAX_DOCUMENTS && (
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
