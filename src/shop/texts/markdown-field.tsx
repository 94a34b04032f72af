import { type DragEvent, useDeferredValue, useId, useRef, useState } from 'react'
import { type FieldPathByValue, type FieldValues, useWatch } from 'react-hook-form'
import { renderMarkdown } from '#platform/markdown.ts'
import { markdownWarnings } from '#platform/markdown-warnings.ts'
import { IMAGE_TYPES } from '#shop/uploads/upload-rules.ts'
import { useImageUpload } from '#shop/uploads/use-image-upload.ts'
import { Button, buttonVariant } from '#ui/button.tsx'
import { FileInput } from '#ui/forms/file-input.tsx'
import { type FormFieldProps, FormInput } from '#ui/forms/form-field.tsx'
import { MarkdownText } from '#web/markdown/markdown-text.tsx'
import { hasStructure, markdownOfHtml } from './pasted-html.ts'

const HINT =
  '## Heading, **bold**, *italic*, - item, [link](https://… or #heading), | table |. An empty line ends a paragraph. Pictures can be dropped or pasted.'

/** A Markdown text and its preview: beside it where there is room, else below, after a press. */
export function MarkdownField<
  Values extends FieldValues,
  Name extends FieldPathByValue<Values, string>,
  Sent,
>({ control, name, label, hint = HINT }: FormFieldProps<Values, Name, Sent>) {
  const text: string = useDeferredValue(useWatch({ control, name })) ?? ''
  const [isPreviewed, setPreviewed] = useState(false)
  const id = useId()
  const area = useRef<HTMLDivElement>(null)
  const insert = (text: string) => {
    area.current?.querySelector('textarea')?.focus()
    // The only way of inserting text that the browser’s Undo takes back.
    document.execCommand('insertText', false, text)
  }
  const upload = useImageUpload((url, { name }) => {
    insert(`![${name.replace(/\.\w+$/, '').replaceAll(/[[\]\\]/g, '')}](${url})\n`)
  })
  /** Uploads pictures one after the other; false if there are none. */
  const take = (transfer: DataTransfer) => {
    const files = [...transfer.files]
    const send = async () => {
      for (const file of files) {
        upload.choose(file)
        await upload.settled()
      }
    }
    void send()
    return files.length > 0
  }
  const paste = (clipboard: DataTransfer) => {
    const html = clipboard.getData('text/html')
    // A word processor also copies a picture of the words.
    if (clipboard.getData('text/plain').trim() === '') return take(clipboard)
    if (!hasStructure(html)) return false
    void markdownOfHtml(html).then(insert)
    return true
  }
  const { inProgress, error } = upload
  const notes = [inProgress && 'Uploading the picture …', error, ...markdownWarnings(text)]
  return (
    <div className="markdown-field" ref={area}>
      <div className="markdown-sides grid gap-12">
        <div className="justify-items-start stack">
          <FormInput {...{ control, name, label, hint }}>
            {(input) => (
              <textarea
                rows={16}
                {...input}
                onPaste={(event) => paste(event.clipboardData) && event.preventDefault()}
                onDragOver={allowFiles}
                onDrop={(event) => take(event.dataTransfer) && event.preventDefault()}
              />
            )}
          </FormInput>
          <div className="note" role="status">
            {notes.map((note) => note && <p key={note}>{note}</p>)}
          </div>
          <div className="buttons">
            <FileInput
              id={`${id}picture`}
              accept={IMAGE_TYPES}
              choose={upload.choose}
              aria-label={`Insert a picture into ${label}`}
            />
            <label htmlFor={`${id}picture`} className={buttonVariant.quiet}>
              Insert a picture
            </label>
            <Button
              variant="quiet"
              className="preview-toggle"
              aria-expanded={isPreviewed}
              aria-controls={id}
              onClick={() => setPreviewed(!isPreviewed)}
            >
              Preview
            </Button>
          </div>
        </div>
        <section
          id={id}
          className="markdown-preview p-24 surface"
          aria-label={`Preview of ${label}`}
          hidden={!isPreviewed}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a long preview scrolls, also by keys
          tabIndex={0}
        >
          <MarkdownText html={renderMarkdown(text).html} />
        </section>
      </div>
    </div>
  )
}

function allowFiles(event: DragEvent) {
  if (event.dataTransfer.types.includes('Files')) event.preventDefault()
}
