import { useEffect, useRef } from 'react'
import { Button } from '#ui/button.tsx'

type MoveButtonsProps = {
  name: string
  /** Its place in the list, and the length of that. */
  index: number
  count: number
  onMove: (by: -1 | 1) => void | Promise<void>
  /** Takes it off the list. */
  onRemove?: () => void
}

/** Two buttons that move an item of a list up or down; the pressed one keeps the focus. */
export function MoveButtons({ name, index, count, onMove, onRemove }: MoveButtonsProps) {
  const isFirst = index === 0
  const isLast = index === count - 1
  const up = useRef<HTMLButtonElement>(null)
  const down = useRef<HTMLButtonElement>(null)
  const pressed = useRef<'up' | 'down' | null>(null)
  // The button loses the focus when its row moves in the document.
  useEffect(() => {
    const button = pressed.current === 'up' ? up : down
    if (pressed.current && document.activeElement === document.body) button.current?.focus()
  })
  const move = (direction: 'up' | 'down', isPossible: boolean) => {
    pressed.current = direction
    if (isPossible) void onMove(direction === 'up' ? -1 : 1)
  }
  return (
    <>
      <Button
        ref={up}
        variant="quiet"
        className="move-button"
        aria-label={`Move ${name} up`}
        aria-disabled={isFirst || undefined}
        onBlur={() => (pressed.current = null)}
        onClick={() => move('up', !isFirst)}
      >
        ↑
      </Button>
      <Button
        ref={down}
        variant="quiet"
        className="move-button"
        aria-label={`Move ${name} down`}
        aria-disabled={isLast || undefined}
        onBlur={() => (pressed.current = null)}
        onClick={() => move('down', !isLast)}
      >
        ↓
      </Button>
      {onRemove && (
        <Button variant="danger" aria-label={`Remove ${name}`} onClick={onRemove}>
          Remove
        </Button>
      )}
    </>
  )
}
