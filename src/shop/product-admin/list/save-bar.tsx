import { Button } from '#ui/button.tsx'
import { UnsavedGuard } from '#web/drafts/unsaved-guard.tsx'
import type { ProductDraftsState } from './use-product-drafts.ts'

/** Saves what was typed into the list, stays in view meanwhile, and offers to undo it afterwards. */
export function SaveBar({ state }: { state: ProductDraftsState }) {
  const { changed, saved, undoable, isBusy, discard, save, undo } = state
  return (
    <section
      className="save-bar mt-8 text-14 row"
      aria-label="Changes of this list"
      data-open={changed + saved > 0 || undefined}
    >
      {/* On another page, a conflict of what was typed here would be out of sight. */}
      <UnsavedGuard isUnsaved={changed > 0} discard={discard} />
      <span role="status">
        {saved > 0 && `${changes(saved)} saved. `}
        {undoable < saved && 'A stock that was below 10 stays as it is. '}
        {changed > 0 && saved > 0 && `${changes(changed)} not saved.`}
        {changed + saved === 0 && 'Type over a price, stock or minimum to change it.'}
      </span>
      {undoable > 0 && (
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
            Save {changes(changed)}
          </Button>
        </>
      )}
    </section>
  )
}

function changes(count: number): string {
  return count === 1 ? '1 change' : `${count.toLocaleString('en-US')} changes`
}
