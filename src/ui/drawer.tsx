import type { MouseEvent, ReactNode, RefObject } from 'react'

type DrawerProps = {
  /** What `drawerTriggerProps` names. */
  id: string
  /** What it is called, on its first line and to screen readers. */
  title: string
  dialog: RefObject<HTMLDialogElement | null>
  children: ReactNode
}

/**
 * A panel that slides in from the side: a modal dialog of the browser's own, so Escape, the focus
 * trap and its return are the browser's. A link inside or a click beside it closes it; a new page
 * closes it by giving it a new `key`.
 */
export function Drawer({ id, title, dialog, children }: DrawerProps) {
  const closeOnLeaving = ({ target, currentTarget }: MouseEvent<HTMLDialogElement>) => {
    const isBeside = target === currentTarget
    const isLink = target instanceof Element && target.closest('a') !== null
    if (isBeside || isLink) currentTarget.close()
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape and the close button do it for the keyboard
    <dialog id={id} ref={dialog} className="drawer" aria-label={title} onClick={closeOnLeaving}>
      <div className="drawer-inside">
        <div className="drawer-bar">
          {title}
          <button
            type="button"
            aria-label="Close"
            {...commands('close', id)}
            onClick={(event) => {
              event.preventDefault()
              dialog.current?.close()
            }}
          >
            <svg viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth="2" aria-hidden>
              <path d="M5 5l14 14M19 5L5 19" />
            </svg>
          </button>
        </div>
        {children}
      </div>
    </dialog>
  )
}

/** What a button needs to open the drawer, before the page's scripts have come and after. */
export function drawerTriggerProps(id: string, dialog: RefObject<HTMLDialogElement | null>) {
  const open = (event: MouseEvent) => {
    event.preventDefault()
    dialog.current?.showModal()
  }
  return { ...commands('show-modal', id), onClick: open }
}

// New browsers obey these attributes by themselves; the click handlers serve the others.
function commands(command: 'show-modal' | 'close', id: string) {
  return { command, commandfor: id }
}
