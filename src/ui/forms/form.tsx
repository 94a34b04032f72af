import type { FormEventHandler, ReactNode } from 'react'
import { Button } from '#ui/button.tsx'
import { useHydrated } from '#ui/use-hydrated.ts'

type FormProps = {
  onSubmit: FormEventHandler<HTMLFormElement>
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

/** A form's shell: its fields, what went wrong, and the button. The page's own rules speak, not the browser's. */
export function Form({ onSubmit, error, busy, button, disabled, ...props }: FormProps) {
  const isReady = useHydrated() || props.worksWithoutScript
  return (
    <form className="form" method="post" noValidate onSubmit={onSubmit}>
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
