import { type ReactNode, type ToggleEvent, useId } from 'react'
import { buttonVariant } from './button.tsx'
import { Icon } from './icon.tsx'

type PopoverButtonProps = {
  text: ReactNode
  label: string
  className?: string
  disabled?: boolean
  /** Called when it opens and when it closes. */
  onToggle?: (event: ToggleEvent<HTMLElement>) => void
  children: ReactNode
}

/**
 * A button that opens a panel below it. As a native popover, it leaves Escape, clicks outside and the
 * focus to the browser, and works before scripts do. The next navigation closes it.
 */
export function PopoverButton({
  text,
  label,
  className = '',
  disabled,
  onToggle,
  children,
}: PopoverButtonProps) {
  const id = useId()
  return (
    <div className={`popover-place ${className}`}>
      <button
        type="button"
        className={`${buttonVariant.quiet} popover-button`}
        popoverTarget={id}
        disabled={disabled}
      >
        {text}
        <Icon path="M6 9l6 6 6-6" />
      </button>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would frame other forms' fields */}
      <div
        id={id}
        popover="auto"
        role="group"
        aria-label={label}
        className="popover-panel"
        onToggle={onToggle}
      >
        {children}
      </div>
    </div>
  )
}

/** For `onToggle`: an opened panel with a form takes the focus. */
export function focusField({ newState, currentTarget }: ToggleEvent<HTMLElement>): void {
  if (newState === 'open') currentTarget.querySelector('input')?.focus()
}

/** Closes the open panel, whose button gets the focus back. */
export const closePopover = () =>
  document.querySelector<HTMLElement>('.popover-panel:popover-open')?.hidePopover()
