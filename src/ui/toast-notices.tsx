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
    keepToastsBelowHeader()
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

// Set on the header and other elements that notices must not cover.
const ABOVE_TOASTS = '[data-above-toasts]'

/**
 * Keeps notices below where the header is at the top of the page. They stay there while the page
 * scrolls, because one that moved under the pointer would take the press of a button.
 */
function keepToastsBelowHeader(): void {
  const update = () => {
    const bottoms = [...document.querySelectorAll(ABOVE_TOASTS)].map((part) => {
      const { height, bottom } = part.getBoundingClientRect()
      if (height === 0) return 0
      return getComputedStyle(part).position === 'sticky' ? bottom : bottom + scrollY
    })
    const top = Math.max(0, ...bottoms)
    document.documentElement.style.setProperty('--toasts-top', `${top}px`)
  }
  update()
  addEventListener('resize', update)
  // Other pages may have other such elements.
  new MutationObserver(update).observe(document.body, { childList: true, subtree: true })
}
