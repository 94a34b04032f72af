import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Form, href } from 'react-router'
import { readWholeNumber } from '#platform/written-number.ts'
import { type Product, stockNote } from '#shop/catalogue/product.ts'
import { quantityOf } from '#shop/list-store/order-list.ts'
import { addPieces, currentLines, useQuantityOnList } from '#shop/list-store/order-list-store.ts'
import { useHydrated } from '#ui/use-hydrated.ts'
import { QuantityInput } from './quantity-input.tsx'

const SHOWN_MS = 2_000
const NOTE_SHOWN_MS = 6_000

/** A row's box, and the button or Enter that adds it to the list; without scripts Enter opens the purchase. */
export function RowOrder({ product }: { product: Product }) {
  const [text, setText] = useState(String(product.minQuantity))
  const [added, setAdded] = useState<{ pieces: number; note: string | null } | null>(null)
  const form = useRef<HTMLFormElement>(null)
  const isHydrated = useHydrated()
  const onList = useQuantityOnList(product._id)
  useEffect(() => {
    if (!added) return
    const timer = setTimeout(() => setAdded(null), added.note ? NOTE_SHOWN_MS : SHOWN_MS)
    return () => clearTimeout(timer)
  }, [added])
  const note = stockNote(product)
  if (note) return <span className="row-order-note soft block">{note}</span>

  const add = () => {
    const note = addPieces(product, readWholeNumber(text))
    setAdded({ pieces: quantityOf(currentLines(), product._id), note })
  }
  const addAndGoOn = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    add()
    const box = event.currentTarget.querySelector('input')
    if (box) moveToBox(box, 1)
  }
  return (
    <Form
      ref={form}
      method="get"
      action={href('/purchase/:id', { id: product._id })}
      className="row-order relative flex"
      onSubmit={addAndGoOn}
    >
      <QuantityInput
        product={product}
        value={text}
        onChange={setText}
        label={`Quantity of ${product.name}`}
      />
      <button
        type="button"
        className="row-add choice hover-line rounded shrink-0"
        aria-label={`Add to list: ${product.name}`}
        title={onList > 0 ? `${onList.toLocaleString('en-US')} on the list` : 'Add to list'}
        data-listed={onList > 0 || undefined}
        disabled={!isHydrated}
        onClick={() => form.current?.reportValidity() && add()}
      >
        <span aria-hidden="true">+</span>
      </button>
      <span role="status">
        {added && (
          <span className="row-added line rounded font-600">
            <span aria-hidden="true">✓ </span>
            {added.pieces.toLocaleString('en-US')}
            <span className="visually-hidden"> on the list</span>
          </span>
        )}
        {added?.note && <span className="row-added-note">{added.note}</span>}
      </span>
    </Form>
  )
}

/** Focuses the quantity box some rows below or above another one; returns false outside of boxes. */
export function moveToBox(from: HTMLInputElement, step: number): boolean {
  const frame = from.closest('.product-table-frame')
  const boxes = [...(frame?.querySelectorAll<HTMLInputElement>('input[name=quantity]') ?? [])]
  const index = boxes.indexOf(from)
  if (index < 0) return false
  boxes[index + step]?.focus()
  return true
}
