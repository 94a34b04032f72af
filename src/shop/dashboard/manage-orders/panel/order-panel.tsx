import { type RefObject, useEffect, useId, useRef } from 'react'
import type { Order } from '#shop/orders/order.ts'
import { Icon } from '#ui/icon.tsx'
import { PanelContents } from './panel-contents.tsx'
import type { OpenPanel } from './use-order-panel.ts'

type OrderPanelProps = {
  panel: OpenPanel & { number: string }
  orders: Order[]
  /** What the page has loaded: another value loads the order again. */
  loaded: unknown
}

/**
 * An order beside its list, without leaving it. Where there is no room beside the list, it covers the
 * list as a modal dialog.
 */
export function OrderPanel({ panel, orders, loaded }: OrderPanelProps) {
  const { number, previous, next, show, close } = panel
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const titleId = useId()
  useDialogBesideList(dialog)
  useEffect(() => {
    if (number) heading.current?.focus({ preventScroll: true })
  }, [number])
  return (
    <dialog
      ref={dialog}
      className="order-panel plain break-anywhere"
      data-beside-list
      aria-labelledby={titleId}
      onCancel={(event) => {
        // React passes on the events of the dialogs in it.
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        close()
      }}
      onClose={(event) => {
        // Not while it is opened in the other way.
        if (event.target === event.currentTarget && !dialog.current?.open) close()
      }}
    >
      <header className="order-panel-head flex items-center min-h-44 border-bottom">
        <h2 id={titleId} ref={heading} tabIndex={-1}>
          Order {number}
        </h2>
        <PanelButton
          label="Previous order (k)"
          path="M6 15l6-6 6 6"
          onPress={previous && (() => show(previous))}
        />
        <PanelButton label="Next order (j)" path="M6 9l6 6 6-6" onPress={next && (() => show(next))} />
        <PanelButton label="Close" path="M5 5l14 14M19 5L5 19" onPress={close} />
      </header>
      <PanelContents
        key={number}
        number={number}
        row={orders.find((order) => order.number === number)}
        loaded={loaded}
        neighbours={[next, previous].flatMap((order) => order?.number ?? [])}
        onGone={() => heading.current?.focus()}
      />
    </dialog>
  )
}

type PanelButtonProps = { label: string; path: string; onPress: (() => void) | undefined }

function PanelButton({ label, path, onPress }: PanelButtonProps) {
  return (
    <button
      type="button"
      className="icon-button"
      aria-label={label}
      title={label}
      disabled={!onPress}
      onClick={onPress}
    >
      <Icon path={path} size="1.25rem" />
    </button>
  )
}

/** Opens the dialog beside the list where there is room, and over it elsewhere. */
function useDialogBesideList(dialog: RefObject<HTMLDialogElement | null>) {
  useEffect(() => {
    const opened = dialog.current
    const isWide = matchMedia('(width >= 80rem)')
    const open = () => {
      opened?.close()
      if (isWide.matches) opened?.show()
      else opened?.showModal()
    }
    open()
    isWide.addEventListener('change', open)
    return () => {
      isWide.removeEventListener('change', open)
      opened?.close()
    }
  }, [dialog])
}
