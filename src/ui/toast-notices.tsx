import { createRoot } from 'react-dom/client'
import { ToastContainer, toast } from 'react-toastify/unstyled'
// Imported as a file because the Content-Security-Policy blocks the library's inline style.
import 'react-toastify/ReactToastify.css'
import { Button } from './button.tsx'
import type { ToastAction } from './toast.ts'
import { keepToastsBelowHeader } from './toast-position.ts'

let isMounted = false

/** Shows a notice. The first call mounts the container. */
export function showNotice(kind: 'success' | 'error', text: string, action?: ToastAction): void {
  if (!isMounted) {
    isMounted = true
    const container = document.createElement('div')
    document.body.append(container)
    keepToastsBelowHeader()
    // product 8.7: top right, closed after 5 s, draggable.
    createRoot(container).render(<ToastContainer position="top-right" autoClose={5000} draggable />)
  }
  toast(action ? <WithAction text={text} action={action} /> : text, { type: kind })
}

function WithAction({ text, action }: { text: string; action: ToastAction }) {
  return (
    <>
      {text}{' '}
      <Button variant="quiet" onClick={action.run}>
        {action.text}
      </Button>
    </>
  )
}
