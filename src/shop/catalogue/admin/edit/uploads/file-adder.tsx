import { useRef } from 'react'
import { RestRefusal } from '#platform/http/api/rest-client.ts'
import { Button, buttonVariant } from '#ui/button.tsx'
import { Field } from '#ui/forms/field.tsx'
import { type SendFile, useUpload } from '#ui/forms/use-upload.ts'

type FileAdderProps = {
  label: string
  accept: string
  hint: string
  send: SendFile
  check: (file: File) => string | null
  /** Called with the URL of the stored file and the name that it had. */
  onAdded: (url: string, name: string) => void
}

/** Uploads one file after another to a list. */
export function FileAdder({ label, accept, hint, send, check, onAdded }: FileAdderProps) {
  const name = useRef('')
  const upload = useUpload({
    send,
    check,
    errorText: (error) =>
      error instanceof RestRefusal
        ? error.message
        : 'The file failed to upload. Check your connection, then choose it again.',
    onUploaded: (url) => onAdded(url, name.current),
  })
  const { inProgress, error, choose, cancel } = upload
  return (
    <Field label={label} hint={hint} error={error ?? undefined}>
      {(aria) => (
        <div className="file-adder">
          <input
            {...aria}
            type="file"
            accept={accept}
            className="visually-hidden"
            onChange={({ currentTarget }) => {
              const [file] = currentTarget.files ?? []
              // Allows choosing the same file again after an error.
              currentTarget.value = ''
              if (!file) return
              name.current = file.name
              choose(file)
            }}
          />
          {inProgress ? (
            <>
              <span role="status">Uploading {name.current} …</span>
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
