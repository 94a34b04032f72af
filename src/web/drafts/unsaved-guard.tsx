import { useEffect } from 'react'
import { useBlocker } from 'react-router'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { isLogin } from './draft.ts'

type UnsavedGuardProps = {
  isUnsaved: boolean
  /** Drops the input. With it, another search or page of the same list counts as leaving too. */
  discard?: () => void
}

/**
 * Asks for confirmation before leaving a page with unsaved input, by a link or by closing the
 * window. A page has at most one: the router asks only the last.
 */
export function UnsavedGuard({ isUnsaved, discard }: UnsavedGuardProps) {
  const blocker = useBlocker(({ currentLocation: from, nextLocation: to }) => {
    const isOther = from.pathname !== to.pathname || (discard && from.search !== to.search)
    return isUnsaved && Boolean(isOther) && !isLogin(to.pathname)
  })
  useEffect(() => {
    if (!isUnsaved) return
    // Browsers show their own text.
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [isUnsaved])
  if (blocker.state !== 'blocked') return null
  return (
    <ConfirmDialog
      title="Leave without saving?"
      action="Leave"
      busy={false}
      onConfirm={() => {
        discard?.()
        blocker.proceed()
      }}
      onCancel={() => blocker.reset()}
    >
      <p>Your changes are not saved.</p>
    </ConfirmDialog>
  )
}
