import { type Ref, useId } from 'react'
import { Button, buttonLook } from './button.tsx'
import { useFileDrop } from './use-file-drop.ts'
import type { Upload } from './use-upload.ts'

type PictureFieldProps = {
  label: string
  /** What may be chosen, as in the input's `accept`. */
  accept: string
  upload: Upload
  /** The address of the picture that is there already; empty when there is none. */
  picture: string
  hint: string
  error?: string | undefined
  /** The file input, for a form that leads to its first fault. */
  ref?: Ref<HTMLInputElement>
}

/** Chooses a picture, by the browser's own file input or by dropping it, and shows it. */
export function PictureField(props: PictureFieldProps) {
  const { label, accept, upload, picture, hint } = props
  const { underWay, fault, choose, cancel } = upload
  const isOver = useFileDrop(choose)
  const id = useId()
  const noteId = `${id}-note`
  const error = fault ?? props.error
  const shown = underWay?.preview ?? picture
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      <div className="picture-field" data-over={isOver || undefined}>
        <div className="picture-field-frame">
          {shown ? (
            <img src={shown} alt={underWay ? 'Not sent yet' : 'As it is shown now'} />
          ) : (
            <svg
              viewBox="0 0 24 24"
              fill="none"
              stroke="currentColor"
              strokeWidth="1.5"
              aria-hidden
            >
              <path d="M3 5h18v14H3zM3 16l5-5 4 4 3-3 6 5M16 9h.01" />
            </svg>
          )}
        </div>
        <div className="picture-field-controls">
          <input
            ref={props.ref}
            id={id}
            type="file"
            accept={accept}
            className="sr-only"
            aria-invalid={error ? true : undefined}
            aria-describedby={noteId}
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
                document.getElementById(id)?.focus()
              }}
            />
          ) : (
            <>
              <label htmlFor={id} className={buttonLook.quiet}>
                {picture ? 'Replace the picture' : 'Choose a picture'}
              </label>
              <span className="picture-field-drop">or drop it on this page</span>
            </>
          )}
        </div>
      </div>
      <p id={noteId} className={error ? 'field-error' : 'field-hint'} aria-live="polite">
        {error ?? hint}
      </p>
    </div>
  )
}

function Sending({ sent, onCancel }: { sent: number; onCancel: () => void }) {
  const percent = Math.round(sent * 100)
  return (
    <>
      <span role="status">{sent < 1 ? 'Sending the picture …' : 'Preparing the picture …'}</span>
      <progress max={100} value={sent < 1 ? percent : undefined} aria-label="Sent">
        {percent} %
      </progress>
      <Button look="quiet" onClick={onCancel}>
        Cancel
      </Button>
    </>
  )
}
