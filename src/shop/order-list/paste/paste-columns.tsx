import { firstCharacters } from '#platform/text.ts'
import { Button } from '#ui/button.tsx'
import { TableColumns } from '#ui/lists/table-columns.tsx'
import type { Meaning } from './read/heading-words.ts'
import type { PastedTables, usePaste } from './use-paste.ts'

const labels: Record<Meaning, string> = {
  sku: 'SKU',
  quantity: 'Quantity',
  pack: 'Pieces in each',
  unit: 'Unit',
  name: 'Name',
  note: 'Note',
  status: 'Status',
  ignored: 'Ignored',
}

type PasteColumnsProps = { tables: PastedTables; paste: ReturnType<typeof usePaste> }

/** From which columns the tables of the last paste were read, with a choice of others. */
export function PasteColumns({
  tables: { pasted, columns, notes, skipped, revert },
  paste,
}: PasteColumnsProps) {
  const isAsking = columns.some(({ question }) => question !== null)
  return (
    <>
      {pasted.tables.map(({ headings, width, rows }, at) => {
        const { meanings = [], question = null } = columns[at] ?? {}
        const read = Array.from({ length: width }, (_, index) => ({
          heading: headings[index] ?? '',
          sample: firstCharacters(rows.find(({ cells }) => cells[index])?.cells[index] ?? '', 40),
          meaning: meanings[index] ?? 'ignored',
        }))
        return (
          <TableColumns
            key={`${question} ${headings.join('\t')} ${meanings.join()} ${rows[0]?.text}`}
            columns={read}
            labels={labels}
            question={question}
            notes={[...(at === 0 ? notes : []), ...[skipped[at] ?? []].flat()]}
            isBusy={paste.isReading}
            onChoose={isAsking || revert ? (meanings) => paste.chooseColumns(at, meanings) : undefined}
          />
        )
      })}
      {!isAsking && paste.report === null && (
        <Button variant="quiet" onClick={paste.close}>
          Close
        </Button>
      )}
      {isAsking && (
        <Button variant="quiet" onClick={paste.close}>
          Cancel
        </Button>
      )}
    </>
  )
}
