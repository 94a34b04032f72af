import { useState } from 'react'
import { readWholeNumber } from '#platform/written-number.ts'
import { NOT_WHOLE } from '#shop/list-store/order-list.ts'
import { ownPriceText } from '#shop/prices/shown/own-price.ts'
import { Button } from '#ui/button.tsx'
import type { ChosenLine, UncertainLine } from './sort-pasted-lines.ts'

type UncertainLinesProps = {
  lines: UncertainLine[]
  onConfirm: (chosen: ChosenLine[]) => void
  onSkip: (line: UncertainLine) => void
}

type Choice = { productId?: string; typed?: string }

/** Lines whose product or quantity must be confirmed, with the parsed values filled in. */
export function UncertainLines({ lines, onConfirm, onSkip }: UncertainLinesProps) {
  const [choices, setChoices] = useState<ReadonlyMap<UncertainLine, Choice>>(new Map())
  const [faulty, setFaulty] = useState<readonly UncertainLine[]>([])
  const choose = (line: UncertainLine, choice: Choice) => {
    setChoices(new Map(choices).set(line, { ...choices.get(line), ...choice }))
    setFaulty(faulty.filter((other) => other !== line))
  }
  const confirm = (lines: UncertainLine[]) => {
    const chosen = lines.map((line) => chosenFor(line, choices.get(line)))
    onConfirm(chosen.filter((choice) => choice !== null))
    setFaulty(lines.filter((_, index) => chosen[index] === null))
  }
  // Uncertain quantities are confirmed one by one.
  const clear = lines.filter(({ note }) => note === undefined)
  return (
    <section>
      <h2>Please confirm</h2>
      <ul>
        {lines.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same line may be there twice
          <li key={`${index} ${line.text}`} className="uncertain-line buttons">
            <q>{line.text}</q>
            {line.note && <span className="paste-note soft">{line.note}</span>}
            <select
              className="field-input min-w-0"
              aria-label={`Tool for ${line.text}`}
              value={productOf(line, choices.get(line))?._id}
              onChange={({ target }) => choose(line, { productId: target.value })}
            >
              {line.candidates.map((product) => (
                <option key={product._id} value={product._id}>
                  {product.sku} · {product.name} · {ownPriceText(product)}
                </option>
              ))}
            </select>
            <input
              className="field-input"
              inputMode="numeric"
              autoComplete="off"
              aria-label={`Quantity for ${line.text}`}
              aria-invalid={faulty.includes(line) || undefined}
              placeholder={isOptional(line) ? 'Minimum' : undefined}
              value={typedFor(line, choices.get(line))}
              onChange={({ target }) => choose(line, { typed: target.value })}
            />
            <Button aria-label={`Add ${line.text}`} onClick={() => confirm([line])}>
              Add
            </Button>
            <Button variant="quiet" aria-label={`Skip ${line.text}`} onClick={() => onSkip(line)}>
              Skip
            </Button>
            {faulty.includes(line) && (
              <p className="field-error" role="alert">
                {NOT_WHOLE}
              </p>
            )}
          </li>
        ))}
      </ul>
      {clear.length > 1 && <Button onClick={() => confirm(clear)}>Add all {clear.length}</Button>}
    </section>
  )
}

function typedFor({ quantity }: UncertainLine, choice: Choice | undefined): string {
  return choice?.typed ?? quantity?.toLocaleString('en-US') ?? ''
}

/** Whether the quantity may stay empty: the text gives none, which means the minimum. */
function isOptional({ quantity, note }: UncertainLine): boolean {
  return quantity === null && note === undefined
}

function productOf({ candidates }: UncertainLine, choice: Choice | undefined) {
  return candidates.find(({ _id }) => _id === choice?.productId) ?? candidates[0]
}

function chosenFor(line: UncertainLine, choice: Choice | undefined): ChosenLine | null {
  const product = productOf(line, choice)
  const typed = typedFor(line, choice)
  const isMinimum = typed.trim() === '' && isOptional(line)
  const quantity = isMinimum ? null : readWholeNumber(typed)
  if (!product || (quantity !== null && !(quantity >= 1))) return null
  return { line, product, quantity }
}
