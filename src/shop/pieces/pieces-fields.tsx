import { readWholeNumber } from '#platform/written-number.ts'
import { InputField } from '#ui/forms/input-field.tsx'

export type ChoosableLine = { _id: string; productName: string; sku: string; most: number }

/** What is typed for each line, by its id. */
export type TypedPieces = Record<string, string>

type PiecesFieldsProps = {
  lines: ChoosableLine[]
  typed: TypedPieces
  onType: (typed: TypedPieces) => void
}

export function PiecesFields({ lines, typed, onType }: PiecesFieldsProps) {
  return (
    <ul className="grid gap-8 mt-8 mb-8">
      {lines.map(({ _id, productName, sku, most }) => {
        const text = typed[_id] ?? ''
        return (
          <li key={_id}>
            <InputField
              label={`${productName}, SKU ${sku}`}
              hint={`At most ${most.toLocaleString('en-US')}`}
              error={isPieces(text, most) ? undefined : `Type a number from 0 to ${most}`}
              inputMode="numeric"
              maxLength={12}
              value={text}
              placeholder="0"
              onValue={(text) => onType({ ...typed, [_id]: text })}
            />
          </li>
        )
      })}
    </ul>
  )
}

function isPieces(text: string, most: number): boolean {
  if (text.trim() === '') return true
  const pieces = readWholeNumber(text)
  return pieces >= 0 && pieces <= most
}

/** Returns the pieces that were typed, without lines of none; null if a number is wrong. */
export function readPieces(
  lines: ChoosableLine[],
  typed: TypedPieces,
): { _id: string; quantity: number }[] | null {
  const texts = lines.map((line) => ({ ...line, text: typed[line._id] ?? '' }))
  if (!texts.every(({ text, most }) => isPieces(text, most))) return null
  return texts
    .map(({ _id, text }) => ({ _id, quantity: text.trim() === '' ? 0 : readWholeNumber(text) }))
    .filter(({ quantity }) => quantity > 0)
}
