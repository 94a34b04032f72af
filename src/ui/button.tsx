import type { ComponentProps } from 'react'

type ButtonProps = ComponentProps<'button'> & {
  variant?: keyof typeof buttonVariant
  /** Work is under way: the button is off and says so. */
  busy?: boolean
}

/** A button; a link that looks like one takes its class from `buttonVariant`. */
export function Button({
  variant = 'primary',
  busy = false,
  className = '',
  ...button
}: ButtonProps) {
  return (
    <button
      type="button"
      {...button}
      disabled={busy || button.disabled}
      aria-busy={busy || undefined}
      className={`${buttonVariant[variant]} ${className}`}
    />
  )
}

/** `primary` is red: one a screen, for the step that matters. `strong` is for lists of such steps. */
export const buttonVariant = {
  primary: 'button button-primary',
  strong: 'button button-strong',
  quiet: 'button button-quiet',
  danger: 'button button-danger',
} as const
