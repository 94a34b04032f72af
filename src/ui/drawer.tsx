import type { MouseEvent, ReactNode, RefObject } from 'react'
import { Icon } from './icon.tsx'

type DrawerProps = {
  id: string
  /** The title, visible and for screen readers. */
  title: string
  dialog: RefObject<HTMLDialogElement | null>
  children: ReactNode
}

/**
 * A panel that slides in from the side. As a native modal dialog, it leaves Escape and the focus to
 * the browser. Following a link inside or clicking outside closes it; a new `key` closes it after a
 * navigation.
 */
export function Drawer({ id, title, dialog, children }: DrawerProps) {
  const closeOnClick = ({ target, currentTarget }: MouseEvent<HTMLDialogElement>) => {
    const isOutside = target === currentTarget
    const isLink = target instanceof Element && target.closest('a') !== null
    if (isOutside || isLink) currentTarget.close()
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: keyboard users have Escape and the close button
    <dialog id={id} ref={dialog} className="drawer" aria-label={title} onClick={closeOnClick}>
      <div className="drawer-inside">
        <div className="drawer-bar flex items-center justify-between font-600">
          {title}
          <button
            type="button"
            className="icon-button"
            aria-label="Close"
            {...commandProps('close', id)}
            onClick={(event) => {
              event.preventDefault()
              dialog.current?.close()
            }}
          >
            <Icon path="M5 5l14 14M19 5L5 19" size="1.5rem" />
          </button>
        </div>
        {children}
      </div>
    </dialog>
  )
}

/** The props of a button that opens the drawer, before and after hydration. */
export function drawerTriggerProps(id: string, dialog: RefObject<HTMLDialogElement | null>) {
  const open = (event: MouseEvent) => {
    event.preventDefault()
    dialog.current?.showModal()
  }
  return { ...commandProps('show-modal', id), onClick: open }
}

// Invoker commands work without scripts in new browsers; the click handlers support the others.
function commandProps(command: 'show-modal' | 'close', id: string) {
  return { command, commandfor: id }
}
