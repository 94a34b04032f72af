import { type FormEvent, useId, useRef, useState } from 'react'
import { readWholeNumber } from '#platform/written-number.ts'
import { NOT_WHOLE } from '#shop/list-store/order-list.ts'
import { Button } from '#ui/button.tsx'
import { useHydrated } from '#ui/use-hydrated.ts'

type QuickAddProps = {
  isBusy: boolean
  /** Adds a product by its SKU or name; returns whether the shop has answered. */
  onAdd: (text: string, quantity: number | null) => Promise<boolean>
}

/** One row that adds one tool: SKU or name, quantity, Add. Enter adds too. */
export function QuickAdd({ isBusy, onAdd }: QuickAddProps) {
  const isHydrated = useHydrated()
  const errorId = useId()
  const field = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  const [pieces, setPieces] = useState('')
  const [isFaulty, setFaulty] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const quantity = pieces.trim() === '' ? null : readWholeNumber(pieces)
    const isWrong = quantity !== null && !(quantity >= 1)
    setFaulty(isWrong)
    if (isWrong || text.trim() === '' || isBusy) return
    if (!(await onAdd(text.trim(), quantity))) return
    setText('')
    setPieces('')
    field.current?.focus()
  }
  return (
    <form className="quick-add grid gap-8" onSubmit={submit}>
      <input
        ref={field}
        className="field-input"
        aria-label="SKU or name"
        placeholder="SKU or name"
        autoComplete="off"
        maxLength={200}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <input
        className="field-input"
        aria-label="Quantity to add"
        aria-invalid={isFaulty || undefined}
        aria-describedby={isFaulty ? errorId : undefined}
        placeholder="Qty"
        inputMode="numeric"
        autoComplete="off"
        value={pieces}
        onChange={({ target }) => setPieces(target.value)}
      />
      <Button type="submit" busy={isBusy} disabled={!isHydrated}>
        Add
      </Button>
      {isFaulty && (
        <p id={errorId} className="field-error" role="alert">
          {NOT_WHOLE}
        </p>
      )}
    </form>
  )
}
