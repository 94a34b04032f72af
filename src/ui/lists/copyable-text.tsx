import { useState } from 'react'
import { showToast } from '#ui/toast.ts'

type CopyableTextProps = {
  text: string
  /** What it is, for the button's name: "e-mail". */
  label: string
  /** How many characters at the end always show. */
  tail?: number
  /** The tooltip, where it says more than the text itself. */
  title?: string
}

/** An e-mail address or id on one line, shortened in the middle to its place, with a copy button. */
export function CopyableText({ text, label, tail = 6, title = text }: CopyableTextProps) {
  const [isCopied, setCopied] = useState(false)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setCopied(true)
    } catch {
      // Pages without TLS have no clipboard, and a person may refuse it.
      await showToast('error', `The ${label} could not be copied`)
    }
  }
  return (
    <span className="copyable">
      <span className="copyable-text" title={title}>
        <span className="copyable-start">{text.slice(0, -tail)}</span>
        <span>{text.slice(-tail)}</span>
      </span>
      <button
        type="button"
        className="copy-button"
        aria-label={`Copy ${label} ${text}`}
        title={`Copy ${label}`}
        onClick={copy}
        onBlur={() => setCopied(false)}
      >
        <svg viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth="2" aria-hidden>
          {isCopied ? <path d="M5 13l5 5 9-11" /> : <path d="M9 9h11v11H9zM15 9V4H4v11h5" />}
        </svg>
      </button>
      <span className="visually-hidden" aria-live="polite">
        {isCopied && 'Copied'}
      </span>
    </span>
  )
}
