import { useState } from 'react'
import { Icon } from '#ui/icon.tsx'
import { showToast } from '#ui/toast.ts'

type CopyableTextProps = {
  text: string
  /** The kind of text, for the button's label: "e-mail". */
  label: string
  /** The number of characters at the end that are always visible. */
  tail?: number
}

/** An e-mail address or id on one line, truncated in the middle, with a copy button. */
export function CopyableText({ text, label, tail = 6 }: CopyableTextProps) {
  return (
    <span className="copyable flex items-center min-w-0 unbroken">
      <span className="copyable-text flex min-w-0" title={text}>
        <span className="copyable-start clip">{text.slice(0, -tail)}</span>
        <span>{text.slice(-tail)}</span>
      </span>
      <CopyButton text={text} label={`${label} ${text}`} kind={label} />
    </span>
  )
}

type CopyButtonProps = {
  text: string
  /** What is copied, for the button's name. */
  label: string
  kind: string
}

export function CopyButton({ text, label, kind }: CopyButtonProps) {
  const [isCopied, setCopied] = useState(false)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setCopied(true)
    } catch {
      // The clipboard is unavailable without TLS or permission.
      await showToast('error', `The ${kind} could not be copied`)
    }
  }
  return (
    <>
      <button
        type="button"
        className="copy-button fade"
        aria-label={`Copy ${label}`}
        title={`Copy ${kind}`}
        onClick={copy}
        onBlur={() => setCopied(false)}
      >
        <Icon path={isCopied ? 'M5 13l5 5 9-11' : 'M9 9h11v11H9zM15 9V4H4v11h5'} />
      </button>
      <span className="visually-hidden" aria-live="polite">
        {isCopied && 'Copied'}
      </span>
    </>
  )
}
