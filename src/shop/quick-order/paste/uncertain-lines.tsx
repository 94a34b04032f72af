import { useState } from 'react'
import { dollarsToCents, formatDollars } from '#platform/money.ts'
import type { Product } from '#shop/catalogue/product.ts'
import { Button } from '#ui/button.tsx'
import type { UncertainLine } from './sort-pasted-lines.ts'

type UncertainLinesProps = {
  lines: UncertainLine[]
  onConfirm: (chosen: { line: UncertainLine; product: Product }[]) => void
  onSkip: (line: UncertainLine) => void
}

/** Lines whose product must be confirmed; the most likely one is chosen already. */
export function UncertainLines({ lines, onConfirm, onSkip }: UncertainLinesProps) {
  const [choices, setChoices] = useState<ReadonlyMap<UncertainLine, string>>(new Map())
  const chosenFor = (line: UncertainLine) => {
    const id = choices.get(line)
    const product = line.candidates.find(({ _id }) => _id === id) ?? line.candidates[0]
    return product ? [{ line, product }] : []
  }
  return (
    <section>
      <h2>Which tool is meant?</h2>
      <ul>
        {lines.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same line may be there twice
          <li key={`${index} ${line.text}`} className="uncertain-line">
            <q>{line.text}</q>
            <select
              className="field-input"
              aria-label={`Tool for ${line.text}`}
              value={chosenFor(line)[0]?.product._id}
              onChange={({ target }) => setChoices(new Map(choices).set(line, target.value))}
            >
              {line.candidates.map(({ _id, sku, name, perPrice }) => (
                <option key={_id} value={_id}>
                  {sku} · {name} · {formatDollars(dollarsToCents(perPrice))}
                </option>
              ))}
            </select>
            <Button
              variant="strong"
              aria-label={`Add ${line.text}`}
              onClick={() => onConfirm(chosenFor(line))}
            >
              Add
            </Button>
            <Button variant="quiet" aria-label={`Skip ${line.text}`} onClick={() => onSkip(line)}>
              Skip
            </Button>
          </li>
        ))}
      </ul>
      {lines.length > 1 && (
        <Button variant="strong" onClick={() => onConfirm(lines.flatMap(chosenFor))}>
          Add all {lines.length}
        </Button>
      )}
    </section>
  )
}
