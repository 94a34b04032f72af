import { createRoot } from 'react-dom/client'
import { ToastContainer, toast } from 'react-toastify/unstyled'
// Imported as a file because the Content-Security-Policy blocks the library's inline style.
import 'react-toastify/ReactToastify.css'
import { Button } from './button.tsx'
import type { ToastAction } from './toast.ts'

let isMounted = false

/** Shows a notice. The first call mounts the container. */
export function showNotice(kind: 'success' | 'error', text: string, actions: ToastAction[]): void {
  if (!isMounted) {
    isMounted = true
    const container = document.createElement('div')
    document.body.append(container)
    keepToastsFree()
    // product 8.7: top right, closed after 5 s, even behind another window, draggable.
    createRoot(container).render(
      <ToastContainer position="top-right" autoClose={5000} draggable pauseOnFocusLoss={false} />,
    )
  }
  const content = ({ closeToast }: { closeToast: () => void }) => (
    <WithActions text={text} actions={actions} close={closeToast} />
  )
  toast(actions.length > 0 ? content : text, { type: kind })
}

type WithActionsProps = { text: string; actions: ToastAction[]; close: () => void }

function WithActions({ text, actions, close }: WithActionsProps) {
  return (
    <>
      {text}{' '}
      {actions.map(({ text, run }) => (
        <Button
          key={text}
          variant="quiet"
          onClick={() => {
            close()
            return run()
          }}
        >
          {text}
        </Button>
      ))}
    </>
  )
}

// Set on the header and other elements that notices must not cover, wherever the page is scrolled.
const ABOVE_TOASTS = '[data-above-toasts]'
const CONTROLS = 'a, button, input, select, textarea, summary, label, h1'
const STEP = 16

/**
 * Keeps notices below where the header is at the top of the page, and as far up and right as they cover no control.
 * They stay there while the page scrolls, because one that moved under the pointer would take the press of a button.
 */
function keepToastsFree(): void {
  const update = () => {
    const bottoms = [...document.querySelectorAll(ABOVE_TOASTS)].map((part) => {
      const { height, bottom } = part.getBoundingClientRect()
      if (height === 0) return 0
      return getComputedStyle(part).position === 'sticky' ? bottom : bottom + scrollY
    })
    const top = Math.max(0, ...bottoms)
    const toasts = document.querySelector('.Toastify__toast-container')
    if (toasts?.matches(':hover, :focus-within')) return
    const place = toasts ? freePlace(toasts, top) : { top, right: 0 }
    const { style } = document.documentElement
    style.setProperty('--toasts-top', `${place.top}px`)
    style.setProperty('--toasts-right', `${place.right}px`)
  }
  update()
  addEventListener('resize', update)
  // Other pages may have other such elements.
  new MutationObserver(update).observe(document.body, { childList: true, subtree: true })
}

/** The place nearest to the corner where `toasts` cover no control; the corner if there is none. */
function freePlace(toasts: Element, top: number): { top: number; right: number } {
  const { width, height } = toasts.getBoundingClientRect()
  const boxes = [...document.querySelectorAll(CONTROLS)]
    .filter((control) => !toasts.contains(control))
    .map((control) => control.getBoundingClientRect())
    .filter((box) => box.width > 0 && box.bottom > top && box.top < innerHeight)
  const isFree = (place: { top: number; right: number }) => {
    const right = innerWidth - place.right
    const isApart = (box: DOMRect) =>
      box.left >= right || box.right <= right - width - STEP || box.top >= place.top + height
    return boxes.every((box) => isApart(box) || box.bottom <= place.top)
  }
  for (let away = 0; away < innerWidth + innerHeight; away += STEP) {
    for (let right = 0; right <= Math.min(away, innerWidth - width); right += STEP) {
      const place = { top: top + away - right, right }
      if (place.top + height <= innerHeight && isFree(place)) return place
    }
  }
  return { top, right: 0 }
}
