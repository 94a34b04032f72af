import { createRoot } from 'react-dom/client'
import { ToastContainer, toast } from 'react-toastify/unstyled'
// As a file: the library would add an inline style, which the page's policy blocks.
import 'react-toastify/ReactToastify.css'
import { Button } from './button.tsx'
import type { ToastAction } from './toast.ts'
import { keepToastsBelowHeader } from './toast-position.ts'

let isMounted = false

/** Shows a notice; the container mounts itself beside the page the first time. */
export function showNotice(kind: 'success' | 'error', text: string, action?: ToastAction): void {
  if (!isMounted) {
    isMounted = true
    const place = document.createElement('div')
    document.body.append(place)
    keepToastsBelowHeader()
    // product 8.7: top right, closed after 5 s, draggable.
    createRoot(place).render(<ToastContainer position="top-right" autoClose={5000} draggable />)
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
