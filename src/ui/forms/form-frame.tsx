import { type ReactNode, type SubmitEvent, useEffect, useRef, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { NeedsScripts } from '#ui/needs-scripts.tsx'
import { useHydrated } from '#ui/use-hydrated.ts'

export type FormFrameProps = {
  /** Validates and submits the form; resolves when all errors are known. */
  onSubmit: (event: SubmitEvent<HTMLFormElement>) => Promise<unknown>
  /** An error of the whole form, announced immediately. */
  error?: ReactNode
  busy: boolean
  button: string
  variant?: 'buy' | 'primary'
  /** Keeps the submit button in view while there are changes, beside a button that drops them. */
  unsaved?: { hasChanges: boolean; onDiscard: () => void }
  moreButtons?: ReactNode
  /** Disables the submit button; `children` should explain why. */
  disabled?: boolean
  /** The route has an action, so the form can be submitted before hydration. */
  worksWithoutScript?: boolean
  children: ReactNode
}

/**
 * A form with its fields, error message and submit button. The browser's validation is off. After a
 * submission the first invalid field gets the focus.
 */
export function FormFrame({ onSubmit, error, busy, button, disabled, ...props }: FormFrameProps) {
  const isReady = useHydrated() || props.worksWithoutScript
  const form = useRef<HTMLFormElement>(null)
  const [attempts, setAttempts] = useState(0)
  useEffect(() => {
    if (attempts === 0) return
    // Runs after react-hook-form's own focus, which follows the order of registration.
    const timer = setTimeout(() => focusFirstInvalid(form.current))
    return () => clearTimeout(timer)
  }, [attempts])
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    await onSubmit(event)
    // The error messages are in the document after the next render.
    setAttempts((count) => count + 1)
  }
  const submitButton = (
    <Button type="submit" variant={props.variant} busy={busy} disabled={disabled || !isReady}>
      {button}
    </Button>
  )
  return (
    <form ref={form} className="form" method="post" noValidate onSubmit={submit}>
      {props.children}
      {!props.worksWithoutScript && <NeedsScripts what="This form" />}
      <p className="form-error callout" role="alert">
        {error}
      </p>
      {props.unsaved ? <SaveBar {...props.unsaved} busy={busy} submit={submitButton} /> : submitButton}
      {props.moreButtons}
    </form>
  )
}

type SaveBarProps = NonNullable<FormFrameProps['unsaved']> & { busy: boolean; submit: ReactNode }

function SaveBar({ hasChanges, onDiscard, busy, submit }: SaveBarProps) {
  return (
    <div className="save-bar mt-8 text-14 row" data-open={hasChanges || undefined}>
      <span className="grow" role="status">
        {hasChanges && 'Unsaved changes'}
      </span>
      {hasChanges && (
        <Button variant="quiet" disabled={busy} onClick={onDiscard}>
          Discard
        </Button>
      )}
      {submit}
    </div>
  )
}

// In an invalid group of radio buttons, the first button gets the focus.
function focusFirstInvalid(form: HTMLFormElement | null): void {
  const invalid = form?.querySelector<HTMLElement>('[aria-invalid="true"], fieldset[data-invalid]')
  const input = invalid?.matches('fieldset') ? invalid.querySelector('input') : invalid
  input?.focus()
}
