import { useEffect, useRef, useState } from 'react'
import type { OrderLines } from '#shop/list-store/order-list.ts'
import { changeList } from '#shop/list-store/order-list-store.ts'

type Undoable = { text: string; revert: (lines: OrderLines) => OrderLines }

export type ListUndo = {
  last: Undoable | null
  offer: (change: Undoable) => void
  undo: () => void
}

export function useListUndo(): ListUndo {
  const [last, setLast] = useState<Undoable | null>(null)
  return {
    last,
    offer: setLast,
    undo: () => {
      if (last) changeList(last.revert)
      setLast(null)
    },
  }
}

/** Describes the change, with an undo button that takes the focus of the removed element. */
export function UndoNotice({ undo: { last, undo } }: { undo: ListUndo }) {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (last && document.activeElement === document.body) button.current?.focus()
  }, [last])
  return (
    <p className="list-undo no-print" role="status">
      {last && (
        <>
          {last.text}{' '}
          <button ref={button} type="button" className="text-link" onClick={undo}>
            Undo
          </button>
        </>
      )}
    </p>
  )
}
