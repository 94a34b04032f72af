import { useEffect, useEffectEvent, useState } from 'react'

/**
 * Takes a file that is dropped anywhere on the page: a browser that is left alone would open it in
 * the page's place. True while one is held above.
 */
export function useFileDrop(onFile: (file: File) => void): boolean {
  const [isOver, setOver] = useState(false)
  const take = useEffectEvent(onFile)
  useEffect(() => {
    const listening = new AbortController()
    const { signal } = listening
    const hold = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return
      event.preventDefault()
      setOver(true)
    }
    const drop = (event: DragEvent) => {
      const file = event.dataTransfer?.files[0]
      if (!event.dataTransfer?.types.includes('Files')) return
      event.preventDefault()
      setOver(false)
      if (file) take(file)
    }
    const leave = ({ relatedTarget }: DragEvent) => {
      // Out of the window, not merely from one element to the next.
      if (!relatedTarget) setOver(false)
    }
    addEventListener('dragover', hold, { signal })
    addEventListener('drop', drop, { signal })
    addEventListener('dragleave', leave, { signal })
    return () => listening.abort()
  }, [])
  return isOver
}
