import type { ReactNode } from 'react'
import { Button } from '#ui/button.tsx'

type SaveBarProps = {
  /** How many changes are not saved. */
  changed: number
  /** Whether it stays in view without changes too. */
  isOpen?: boolean
  isBusy: boolean
  undo: (() => void) | undefined
  discard: () => void
  save: () => void
  /** What is said of them. */
  children: ReactNode
}

/** Saves what was typed into a list, and stays in view meanwhile. */
export function SaveBar(props: SaveBarProps) {
  const { changed, isOpen, isBusy, undo, discard, save, children } = props
  return (
    <section
      className="save-bar mt-8 text-14 row"
      aria-label="Changes of this list"
      data-open={changed > 0 || isOpen || undefined}
    >
      <span role="status">{children}</span>
      {undo && (
        <Button variant="quiet" busy={isBusy} onClick={undo}>
          Undo
        </Button>
      )}
      {changed > 0 && (
        <>
          <Button variant="quiet" disabled={isBusy} onClick={discard}>
            Discard
          </Button>
          <Button busy={isBusy} onClick={save}>
            Save {changesText(changed)}
          </Button>
        </>
      )}
    </section>
  )
}

export function changesText(count: number): string {
  return count === 1 ? '1 change' : `${count.toLocaleString('en-US')} changes`
}
