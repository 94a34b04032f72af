import { type ClipboardEvent, useId, useState } from 'react'
import { type FieldPathByValue, type FieldValues, useWatch } from 'react-hook-form'
import { renderMarkdown } from '#platform/markdown.ts'
import { markdownWarnings } from '#platform/markdown-warnings.ts'
import { Button } from '#ui/button.tsx'
import { type FormFieldProps, FormInput } from '#ui/forms/form-field.tsx'
import { MarkdownText } from './markdown-text.tsx'
import { isFromWordProcessor, markdownOfWords } from './pasted-text.ts'

const HINT =
  '## Heading, **bold**, *italic*, - item, [link](https://…). An empty line ends a paragraph.'

export function MarkdownField<
  Values extends FieldValues,
  Name extends FieldPathByValue<Values, string>,
  Sent,
>({ control, name, label, hint = HINT }: FormFieldProps<Values, Name, Sent>) {
  const text: string = useWatch({ control, name })
  const [isPreviewed, setPreviewed] = useState(false)
  const previewId = useId()
  const warnings = markdownWarnings(text ?? '')
  return (
    <div className="markdown-field justify-items-start stack">
      <FormInput {...{ control, name, label, hint }}>
        {(input) => <textarea rows={16} {...input} onPaste={pasteWords} />}
      </FormInput>
      <div className="note" role="status">
        {warnings.map((warning) => (
          <p key={warning}>{warning}</p>
        ))}
      </div>
      <Button
        variant="quiet"
        aria-expanded={isPreviewed}
        aria-controls={previewId}
        onClick={() => setPreviewed(!isPreviewed)}
      >
        Preview
      </Button>
      <section
        id={previewId}
        className="p-24 w-full surface"
        aria-label={`Preview of ${label}`}
        hidden={!isPreviewed}
      >
        {isPreviewed && <MarkdownText html={renderMarkdown(text).html} />}
      </section>
    </div>
  )
}

function pasteWords(event: ClipboardEvent<HTMLTextAreaElement>) {
  if (!isFromWordProcessor(event.clipboardData.getData('text/html'))) return
  event.preventDefault()
  const text = markdownOfWords(event.clipboardData.getData('text/plain'))
  // The only way of inserting text that the browser’s Undo takes back.
  document.execCommand('insertText', false, text)
}
