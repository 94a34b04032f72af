import { Button, buttonVariant } from '#ui/button.tsx'
import { Field } from '#ui/forms/field.tsx'
import { FileInput } from '#ui/forms/file-input.tsx'
import type { Upload } from '#ui/forms/use-upload.ts'

type FileAdderProps = { label: string; accept: string; hint: string; upload: Upload }

/** Uploads one file after another to a list. */
export function FileAdder({ label, accept, hint, upload }: FileAdderProps) {
  const { inProgress, error, choose, cancel } = upload
  return (
    <Field label={label} hint={hint} error={error ?? undefined}>
      {(aria) => (
        <div className="file-adder buttons">
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
