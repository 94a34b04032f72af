import type { ComponentProps } from 'react'

type ButtonProps = ComponentProps<'button'> & {
  variant?: keyof typeof buttonVariant
  /** Disables the button and sets aria-busy. */
  busy?: boolean
}

/** A button. For a link that looks like a button, use the class from `buttonVariant`. */
export function Button({ variant = 'primary', busy = false, className = '', ...button }: ButtonProps) {
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

/** `buy` is red, and for buying and paying only. The main action of a screen, card, row or form (`primary`) is ink. */
export const buttonVariant = {
  buy: 'button button-buy',
  primary: 'button button-primary',
  quiet: 'button button-quiet',
  danger: 'button button-danger',
} as const
