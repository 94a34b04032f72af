import { useEffect, useEffectEvent, useState } from 'react'

/**
 * Accepts a file dropped anywhere on the page, which the browser would otherwise open. Returns true
 * while a file is dragged over the page.
 */
export function useFileDrop(onFile: (file: File) => void): boolean {
  const [isOver, setOver] = useState(false)
  const handleFile = useEffectEvent(onFile)
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    const dragOver = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return
      event.preventDefault()
      setOver(true)
    }
    const drop = (event: DragEvent) => {
      const file = event.dataTransfer?.files[0]
      if (!event.dataTransfer?.types.includes('Files')) return
      event.preventDefault()
      setOver(false)
      if (file) handleFile(file)
    }
    const leave = ({ relatedTarget }: DragEvent) => {
      // Without a related target, the pointer left the window.
      if (!relatedTarget) setOver(false)
    }
    addEventListener('dragover', dragOver, { signal })
    addEventListener('drop', drop, { signal })
    addEventListener('dragleave', leave, { signal })
    return () => controller.abort()
  }, [])
  return isOver
}
