import { useEffect, useState } from 'react'
import { useNavigation } from 'react-router'

const SHOWN_AFTER_MS = 120

/** Returns whether another page is loading, once that takes longer than a moment; marks its link. */
export function usePageLoading(): boolean {
  const isLoading = useNavigation().state !== 'idle'
  const [isShown, setShown] = useState(false)
  useEffect(() => {
    if (!isLoading) return
    const link = lastPressed?.deref()
    const show = () => {
      setShown(true)
      link?.setAttribute('data-loading', '')
    }
    const timer = setTimeout(show, SHOWN_AFTER_MS)
    return () => {
      clearTimeout(timer)
      setShown(false)
      link?.removeAttribute('data-loading')
      lastPressed = undefined
    }
  }, [isLoading])
  useEffect(() => {
    addEventListener('click', notePressed, { capture: true })
    return () => removeEventListener('click', notePressed, { capture: true })
  }, [])
  return isShown
}

let lastPressed: WeakRef<Element> | undefined

function notePressed({ target }: MouseEvent): void {
  const link = target instanceof Element ? target.closest('a[href]') : null
  lastPressed = link ? new WeakRef(link) : undefined
}

/** A thin bar below the header while another page loads; it takes no room. */
export function PageProgress({ isLoading }: { isLoading: boolean }) {
  return (
    <div className="page-progress">
      {isLoading && <div className="clip" role="progressbar" aria-label="Loading the page" />}
    </div>
  )
}
