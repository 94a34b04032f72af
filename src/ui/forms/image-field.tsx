import { type FieldPathByValue, type FieldValues, useController } from 'react-hook-form'
import { Button, buttonVariant } from '#ui/button.tsx'
import { backgroundProps } from '#ui/image.tsx'
import { Field } from './field.tsx'
import { FileInput } from './file-input.tsx'
import type { FormFieldProps } from './form-field.tsx'
import { useFileDrop } from './use-file-drop.ts'
import type { Upload } from './use-upload.ts'

type ImageFieldProps<
  Values extends FieldValues,
  Name extends FieldPathByValue<Values, string>,
  Sent,
> = FormFieldProps<Values, Name, Sent> & {
  /** The accepted file types, as in the input's `accept`. */
  accept: string
  /** Uploads the chosen file and sets the field to its URL. */
  upload: Upload
}

/** Selects an image with the file input or by drag and drop, and shows a preview. */
export function ImageField<Values extends FieldValues, Name extends FieldPathByValue<Values, string>, Sent>({
  control,
  name,
  label,
  hint,
  accept,
  upload,
}: ImageFieldProps<Values, Name, Sent>) {
  const { field, fieldState } = useController({ control, name })
  const imageUrl: string = field.value
  const { inProgress, error, choose, cancel } = upload
  const isOver = useFileDrop(({ files: [file] }) => file && choose(file))
  const shown = inProgress?.preview ?? imageUrl
  return (
    <Field label={label} error={error ?? fieldState.error?.message} hint={hint}>
      {(aria) => (
        <div
          className="image-field grid gap-16 gap-x-24 items-center rounded"
          data-over={isOver || undefined}
        >
          <div className="image-field-frame grid place-center clip">
            {shown ? (
              <img
                {...backgroundProps(shown)}
                className="w-full h-full"
                src={shown}
                alt={inProgress ? 'Not uploaded yet' : 'Current image'}
              />
            ) : (
              <NoImage />
            )}
          </div>
          <div className="grid gap-8 justify-items-start min-w-0">
            <FileInput {...aria} ref={field.ref} accept={accept} choose={choose} />
            {inProgress ? (
              <Sending
                sent={inProgress.sent}
                onCancel={() => {
                  cancel()
                  document.getElementById(aria.id)?.focus()
                }}
              />
            ) : (
              <>
                <label htmlFor={aria.id} className={buttonVariant.quiet}>
                  {imageUrl ? 'Replace image' : 'Choose an image'}
                </label>
                <span className="note">or drop it on this page</span>
              </>
            )}
          </div>
        </div>
      )}
    </Field>
  )
}

function NoImage() {
  return (
    <svg viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth="1.5" aria-hidden>
      <path d="M3 5h18v14H3zM3 16l5-5 4 4 3-3 6 5M16 9h.01" />
    </svg>
  )
}

function Sending({ sent, onCancel }: { sent: number; onCancel: () => void }) {
  const percent = Math.round(sent * 100)
  return (
    <>
      <span role="status">{sent < 1 ? 'Uploading the image …' : 'Processing the image …'}</span>
      <progress max={100} value={sent < 1 ? percent : undefined} aria-label="Sent">
        {percent} %
      </progress>
      <Button variant="quiet" onClick={onCancel}>
        Cancel
      </Button>
    </>
  )
}
