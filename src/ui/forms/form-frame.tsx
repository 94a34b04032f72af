import { type ReactNode, type SubmitEvent, useEffect, useRef, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { useHydrated } from '#ui/use-hydrated.ts'

export type FormFrameProps = {
  /** Checks and sends; done when all that is wrong is known. */
  onSubmit: (event: SubmitEvent<HTMLFormElement>) => Promise<unknown>
  /** What is wrong with the whole of it; announced at once. */
  error?: ReactNode
  busy: boolean
  /** What the submit button says. */
  button: string
  /** The button is off, and `children` say why. */
  disabled?: boolean
  /** The page has an action, so the form may be sent before its scripts are there. */
  worksWithoutScript?: boolean
  children: ReactNode
}

/**
 * A form's shell: its fields, what went wrong, and the button. The page's own rules speak, not the
 * browser's. After a submit the first faulty field has the focus.
 */
export function FormFrame({ onSubmit, error, busy, button, disabled, ...props }: FormFrameProps) {
  const isReady = useHydrated() || props.worksWithoutScript
  const form = useRef<HTMLFormElement>(null)
  const [attempts, setAttempts] = useState(0)
  useEffect(() => {
    if (attempts === 0) return
    // After react-hook-form, which goes by the order in which fields were made known to it.
    const timer = setTimeout(() => focusFirstFault(form.current))
    return () => clearTimeout(timer)
  }, [attempts])
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    await onSubmit(event)
    // By the next render, the fields say what is wrong with them.
    setAttempts((count) => count + 1)
  }
  return (
    <form ref={form} className="form" method="post" noValidate onSubmit={submit}>
      {props.children}
      <p className="form-error" role="alert">
        {error}
      </p>
      <Button type="submit" busy={busy} disabled={disabled || !isReady}>
        {button}
      </Button>
    </form>
  )
}

// A group of radio buttons is faulty as a whole: its first button gets the focus.
function focusFirstFault(form: HTMLFormElement | null): void {
  const faulty = form?.querySelector<HTMLElement>('[aria-invalid="true"], fieldset[data-invalid]')
  const input = faulty?.matches('fieldset') ? faulty.querySelector('input') : faulty
  input?.focus()
}
