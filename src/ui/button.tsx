import type { ComponentProps } from 'react'

type ButtonProps = ComponentProps<'button'> & {
  variant?: keyof typeof buttonVariant
  /** Disables the button and sets aria-busy. */
  busy?: boolean
}

/** A button. For a link that looks like a button, use the class from `buttonVariant`. */
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

/**
 * `primary` is red: at most one of a screen, its main action. `strong` is ink: the main action of each
 * card or row, or of each of several forms.
 */
export const buttonVariant = {
  primary: 'button button-primary',
  strong: 'button button-strong',
  quiet: 'button button-quiet',
  danger: 'button button-danger',
} as const
