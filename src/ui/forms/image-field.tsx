import { type FieldPathByValue, type FieldValues, useController } from 'react-hook-form'
import { Button, buttonVariant } from '#ui/button.tsx'
import { plateProps } from '#ui/image.tsx'
import { Field, type FieldTexts } from './field.tsx'
import type { FormField } from './form-field.ts'
import { useFileDrop } from './use-file-drop.ts'
import type { Upload } from './use-upload.ts'

type ImageFieldProps<
  Values extends FieldValues,
  Name extends FieldPathByValue<Values, string>,
  Sent,
> = FormField<Values, Name, Sent> &
  FieldTexts & {
    /** What may be chosen, as in the input's `accept`. */
    accept: string
    /** Sends what is chosen and sets the field to where it is; empty when there is none. */
    upload: Upload
  }

/** Chooses an image, by the browser's own file input or by dropping it, and shows it. */
export function ImageField<
  Values extends FieldValues,
  Name extends FieldPathByValue<Values, string>,
  Sent,
>({ control, name, label, hint, accept, upload }: ImageFieldProps<Values, Name, Sent>) {
  const { field, fieldState } = useController({ control, name })
  const image: string = field.value
  const { underWay, fault, choose, cancel } = upload
  const isOver = useFileDrop(choose)
  const shown = underWay?.preview ?? image
  return (
    <Field label={label} error={fault ?? fieldState.error?.message} hint={hint}>
      {(aria) => (
        <div className="picture-field" data-over={isOver || undefined}>
          <div className="picture-field-frame">
            {shown ? (
              <img
                {...plateProps(shown)}
                src={shown}
                alt={underWay ? 'Not uploaded yet' : 'Current image'}
              />
            ) : (
              <NoImage />
            )}
          </div>
          <div className="picture-field-controls">
            <input
              {...aria}
              ref={field.ref}
              type="file"
              accept={accept}
              className="visually-hidden"
              onChange={({ currentTarget }) => {
                const [file] = currentTarget.files ?? []
                // The same file may be chosen again, after a fault.
                currentTarget.value = ''
                if (file) choose(file)
              }}
            />
            {underWay ? (
              <Sending
                sent={underWay.sent}
                onCancel={() => {
                  cancel()
                  document.getElementById(aria.id)?.focus()
                }}
              />
            ) : (
              <>
                <label htmlFor={aria.id} className={buttonVariant.quiet}>
                  {image ? 'Replace image' : 'Choose an image'}
                </label>
                <span className="picture-field-drop">or drop it on this page</span>
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
