import { createRoot } from 'react-dom/client'
import { ToastContainer, toast } from 'react-toastify/unstyled'
// Imported as a file because the Content-Security-Policy blocks the library's inline style.
import 'react-toastify/ReactToastify.css'
import { Button } from './button.tsx'
import type { ToastAction } from './toast.ts'
import { keepToastsBelowHeader } from './toast-position.ts'

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
