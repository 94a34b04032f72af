import { countsText } from '#shop/compared-files/row-states.ts'
import type { ProductImport } from '#shop/imports/import-json.server.ts'
import { statusNames } from './import-texts.ts'

/** Where an import is, with a bar while it is applied or undone. */
export function ImportProgress({ imported }: { imported: ProductImport }) {
  const { status, done, counts, waitsFor } = imported
  const total = counts.new + counts.changed
  const isMoving = (status === 'applying' || status === 'undoing') && waitsFor === null
  return (
    <div className="grid gap-8 mb-16">
      <p role="status">{statusText(imported)}</p>
      {isMoving && <progress max={Math.max(total, 1)} value={done} aria-label="Rows" />}
    </div>
  )
}

function statusText(imported: ProductImport): string {
  const { status, problem, counts, done, stale, waitsFor } = imported
  const rows = (count: number) => `${count.toLocaleString('en-US')} row${count === 1 ? '' : 's'}`
  if (waitsFor !== null) return `Waits until ${waitsFor} is finished.`
  if (status === 'failed') return `Failed. ${problem}. Rows done before, which stay: ${done}.`
  if (status === 'refused') return problem ?? 'The file can’t be read.'
  if (status === 'compared') return `Compared: ${countsText(counts)}. Nothing is changed yet.`
  const kept =
    stale > 0 ? ` Of ${rows(stale)}, something had changed in the meantime and stays.` : ''
  if (status === 'applied' || status === 'undone')
    return `${statusNames[status]}: ${rows(done)}.${kept}`
  if (status === 'cancelled')
    return done > 0
      ? `Cancelled. ${rows(done)} were applied and stay.${kept}`
      : 'Cancelled. Nothing was applied.'
  const total = counts.new + counts.changed
  const progress = status === 'reading' ? '' : `: ${done.toLocaleString('en-US')} of ${rows(total)}`
  return `${statusNames[status]}${progress} …`
}
