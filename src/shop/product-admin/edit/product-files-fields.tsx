import { MoveButtons } from '#shop/product-admin/categories/move-buttons.tsx'
import { moved } from '#shop/product-admin/categories/specification-drafts.ts'
import { MAX_DOCUMENTS, MAX_IMAGES } from '#shop/product-admin/files/details-forms.ts'
import { DOCUMENT_HINT, IMAGE_HINT, IMAGE_TYPES } from '#shop/uploads/upload-rules.ts'
import { Button, buttonVariant } from '#ui/button.tsx'
import { Field } from '#ui/forms/field.tsx'
import { FileInput } from '#ui/forms/file-input.tsx'
import { InputField } from '#ui/forms/input-field.tsx'
import type { Upload } from '#ui/forms/use-upload.ts'
import { Image } from '#ui/image.tsx'
import type { ProductFiles } from './use-product-files.ts'

/** The further images and the documents of a product, which are saved with its form (product 12.8). */
export function ProductFilesFields({ files }: { files: ProductFiles }) {
  const { lists, change, isChecked, imageUpload, documentUpload } = files
  const { images, documents } = lists
  return (
    <section className="gap-16 grid max-w-form" aria-labelledby="product-files">
      <h2 id="product-files">Further images and documents</h2>
      {images.length > 0 && (
        <ol className="detail-files grid gap-8" aria-label="Further images">
          {images.map((image, index) => (
            <li className="row gap-8 rounded surface" key={image}>
              <Image imgURL={image} alt="" sizes="5rem" width={80} height={60} background />
              <span className="detail-file-name">Image {index + 1}</span>
              <MoveButtons
                name={`image ${index + 1}`}
                index={index}
                count={images.length}
                onMove={(by) => change({ images: moved(images, index, by) })}
                onRemove={() => change({ images: images.toSpliced(index, 1) })}
              />
            </li>
          ))}
        </ol>
      )}
      {images.length < MAX_IMAGES && (
        <FileAdder label="Add an image" accept={IMAGE_TYPES} hint={IMAGE_HINT} upload={imageUpload} />
      )}
      {documents.length > 0 && (
        <ol className="detail-files grid gap-8" aria-label="Documents">
          {documents.map((document, index) => (
            <li className="row gap-8 rounded surface" key={document.url}>
              <InputField
                label={`Title of document ${index + 1}`}
                error={isChecked && document.title.trim() === '' ? 'Title is required' : undefined}
                maxLength={80}
                value={document.title}
                onValue={(title) => change({ documents: documents.with(index, { ...document, title }) })}
              />
              <MoveButtons
                name={`document ${index + 1}`}
                index={index}
                count={documents.length}
                onMove={(by) => change({ documents: moved(documents, index, by) })}
                onRemove={() => change({ documents: documents.toSpliced(index, 1) })}
              />
            </li>
          ))}
        </ol>
      )}
      {documents.length < MAX_DOCUMENTS && (
        <FileAdder
          label="Add a document"
          accept="application/pdf"
          hint={DOCUMENT_HINT}
          upload={documentUpload}
        />
      )}
    </section>
  )
}

type FileAdderProps = { label: string; accept: string; hint: string; upload: Upload }

function FileAdder({ label, accept, hint, upload }: FileAdderProps) {
  const { inProgress, error, choose, cancel } = upload
  return (
    <Field label={label} hint={hint} error={error ?? undefined}>
      {(aria) => (
        <div className="buttons">
          <FileInput {...aria} accept={accept} choose={choose} />
          {inProgress ? (
            <>
              <span role="status">Uploading {inProgress.name} …</span>
              <Button variant="quiet" onClick={cancel}>
                Cancel
              </Button>
            </>
          ) : (
            <label htmlFor={aria.id} className={buttonVariant.quiet}>
              Choose a file
            </label>
          )}
        </div>
      )}
    </Field>
  )
}
