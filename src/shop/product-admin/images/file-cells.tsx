import { useEffect, useState } from 'react'
import { refusalText } from '#platform/http/api/rest-client.ts'
import { smallImageUrl } from '#platform/images/image-url.ts'
import { Button } from '#ui/button.tsx'
import { showToast } from '#ui/toast.ts'
import { imageBefore } from './main-image.ts'
import { assignSku, type FileState, type MatchedFile } from './matched-files.ts'

export const stateTexts: Record<FileState, string> = {
  matched: 'Ready',
  choose: 'Several products',
  unknown: 'No such SKU',
  refused: 'Refused',
  there: 'Already there',
  stored: 'Stored',
  failed: 'Failed',
  undone: 'Taken back',
}

/** A chosen image, from the file itself. */
export function Preview({ file }: { file: File }) {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    const url = URL.createObjectURL(file)
    setUrl(url)
    return () => URL.revokeObjectURL(url)
  }, [file])
  return <img src={url} alt="" loading="lazy" decoding="async" />
}

export function FileUse({ file, isMain }: { file: MatchedFile; isMain: boolean }) {
  if (file.name.kind === 'document') return 'Data sheet'
  const before = imageBefore(file)
  if (!isMain || before === null || file.state === 'there') return `${isMain ? 'Main' : 'Further'} image`
  return (
    <span className="row-product line gap-10">
      Main image, replaces <img src={smallImageUrl(before)} alt="the one of now" loading="lazy" />
    </span>
  )
}

type FileResultProps = {
  file: MatchedFile
  isMain: boolean
  onUndo: (file: MatchedFile, before: string) => Promise<void>
}

/** What became of a file; a main image that replaced another one can be taken back. */
export function FileResult({ file, isMain, onUndo }: FileResultProps) {
  const { state, reason, path } = file
  const before = isMain && state === 'stored' ? imageBefore(file) : null
  return (
    <span data-state={state}>
      {stateTexts[state]}
      {reason && `: ${reason}`}
      {before !== null && (
        <Button variant="quiet" onClick={() => onUndo(file, before)}>
          Undo <span className="visually-hidden">{path}</span>
        </Button>
      )}
    </span>
  )
}

type ProductOfFileProps = { file: MatchedFile; onAssign: (file: MatchedFile) => void }

/** The product of a file, or a choice of those that its name fits. */
export function ProductOfFile({ file, onAssign }: ProductOfFileProps) {
  const { path, product, candidates, state } = file
  if (state === 'refused') return null
  if (state === 'unknown') return <TypedSku file={file} onAssign={onAssign} />
  if (candidates.length < 2) return product && `${product.sku} ${product.name}`
  return (
    <select
      className="field-input"
      aria-label={`Product of ${path}`}
      value={product?._id ?? ''}
      onChange={({ currentTarget }) => {
        const chosen = candidates.find(({ _id }) => _id === currentTarget.value)
        if (chosen) onAssign({ ...file, product: chosen, state: 'matched' })
      }}
    >
      <option value="">Choose …</option>
      {candidates.map(({ _id, sku, name }) => (
        <option key={_id} value={_id}>
          {sku} {name}
        </option>
      ))}
    </select>
  )
}

/** The SKU of a file whose name fits no product. */
function TypedSku({ file, onAssign }: ProductOfFileProps) {
  const assign = async (sku: string) => {
    if (sku.trim() === '') return
    const assigned = await assignSku(file, sku).catch(refusalText)
    if (typeof assigned === 'object') onAssign(assigned)
    else await showToast('error', assigned ?? `There is no SKU ${sku}.`)
  }
  return (
    <input
      className="field-input"
      aria-label={`SKU of ${file.path}`}
      placeholder="SKU"
      onBlur={({ target }) => void assign(target.value)}
      onKeyDown={({ key, currentTarget }) => key === 'Enter' && currentTarget.blur()}
    />
  )
}
