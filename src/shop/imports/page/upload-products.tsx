import { useId, useState } from 'react'
import { href, useNavigate } from 'react-router'
import { refusalText } from '#platform/http/api/rest-client.ts'
import { type FileChoice, FileChoices, TABLE_FILES } from '#shop/compared-files/file-columns.tsx'
import { buttonVariant } from '#ui/button.tsx'
import { FileInput } from '#ui/forms/file-input.tsx'
import { useFileDrop } from '#ui/forms/use-file-drop.ts'
import { chooseAsBefore, uploadProducts } from './imports-client.ts'

/** Uploads a file that is chosen or dropped on the page, and opens its comparison. */
export function UploadProducts() {
  const id = useId()
  const navigate = useNavigate()
  const [refused, setRefused] = useState<File | null>(null)
  const [error, setError] = useState<string | null>(null)
  const [sent, setSent] = useState<number | null>(null)
  const send = async (file: File, choice: FileChoice = {}) => {
    if (sent !== null) return
    setError(null)
    setSent(0)
    try {
      const imported = await uploadProducts(file, choice, setSent)
      await chooseAsBefore(imported)
      await navigate(href('/dashboard/manage-products/import/:id', { id: imported._id }))
    } catch (error) {
      setError(refusalText(error))
      setRefused(file)
      setSent(null)
    }
  }
  const isOver = useFileDrop(({ files: [file] }) => file && void send(file))
  return (
    <section className="drop-area stack justify-items-start mb-24 rounded" data-over={isOver || undefined}>
      <p>
        Choose or drop a CSV, TSV or Excel file of up to 20 MB. It is compared with the catalogue; nothing
        changes before you apply it.
      </p>
      <FileChoices error={error} onChoose={(choice) => refused && void send(refused, choice)} />
      <FileInput
        id={id}
        accept={TABLE_FILES}
        choose={(file) => void send(file)}
        disabled={sent !== null}
        aria-describedby={`${id}-note`}
      />
      <label htmlFor={id} className={buttonVariant.primary}>
        Choose a file
      </label>
      <p id={`${id}-note`} role="status" className={error ? 'field-error' : undefined}>
        {error ?? (sent === null ? '' : sentText(sent))}
      </p>
    </section>
  )
}

function sentText(sent: number): string {
  return sent < 1 ? `Uploading: ${Math.round(sent * 100)} %` : 'Comparing with the catalogue …'
}
