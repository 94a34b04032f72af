import { useEffect, useEffectEvent, useState } from 'react'

/**
 * Accepts files dropped anywhere on the page, which the browser would otherwise open. Returns true
 * while a file is dragged over the page.
 */
export function useFileDrop(onDrop: (transfer: DataTransfer) => void): boolean {
  const [isOver, setOver] = useState(false)
  const handleDrop = useEffectEvent(onDrop)
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    const dragOver = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return
      event.preventDefault()
      setOver(true)
    }
    const drop = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return
      setOver(false)
      // A field took them itself.
      if (event.defaultPrevented) return
      event.preventDefault()
      handleDrop(event.dataTransfer)
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
