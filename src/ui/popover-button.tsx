import { type ReactNode, useId } from 'react'
import { buttonVariant } from './button.tsx'
import { Icon } from './icon.tsx'

type PopoverButtonProps = {
  text: ReactNode
  label: string
  className?: string
  disabled?: boolean
  /** Called when it opens and when it closes. */
  onToggle?: () => void
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
