import { type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from 'react'
import { imageSources } from '#platform/images/image-url.ts'
import { Button } from '#ui/button.tsx'

type ImageZoomProps = {
  name: string
  images: string[]
  chosen: number
  onChoose: (index: number) => void
  onClose: () => void
}

/** An image over the window: a press or plus and minus magnify it, then touch, wheel and arrow keys scroll. */
export function ImageZoom({ name, images, chosen, onChoose, onClose }: ImageZoomProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const frame = useRef<HTMLElement>(null)
  const [isLarge, setLarge] = useState(false)
  const target = useRef({ x: 0.5, y: 0.5 })
  const image = images[chosen] ?? ''
  useEffect(() => {
    dialog.current?.showModal()
    frame.current?.focus()
    return () => dialog.current?.close()
  }, [])
  useEffect(() => {
    const { current: box } = frame
    if (!box || !isLarge) return
    const { x, y } = target.current
    box.scrollTo(x * box.scrollWidth - box.clientWidth / 2, y * box.scrollHeight - box.clientHeight / 2)
  }, [isLarge])

  const magnify = (isWanted: boolean, at = { x: 0.5, y: 0.5 }) => {
    target.current = at
    setLarge(isWanted)
  }
  const turn = (step: number) => {
    magnify(false)
    onChoose((chosen + step + images.length) % images.length)
  }
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key === '+' || key === '=') magnify(true)
    if (key === '-') magnify(false)
    // A magnified image scrolls by the arrow keys.
    if (images.length > 1 && !isLarge && key === 'ArrowRight') turn(1)
    if (images.length > 1 && !isLarge && key === 'ArrowLeft') turn(-1)
  }
  const onClick = ({ clientX, clientY, currentTarget }: MouseEvent) => {
    const { left, top, width, height } = currentTarget.getBoundingClientRect()
    magnify(!isLarge, { x: (clientX - left) / width, y: (clientY - top) / height })
  }
  return (
    <dialog
      ref={dialog}
      className="image-zoom plain"
      aria-label={`Images of ${name}`}
      onClose={onClose}
      onKeyDown={onKeyDown}
    >
      <div className="py-8 px-16 border-bottom buttons">
        <p className="grow tabular" aria-live="polite">
          {images.length > 1 && `${chosen + 1} of ${images.length}`}
        </p>
        {images.length > 1 && (
          <>
            <Button variant="quiet" onClick={() => turn(-1)}>
              Previous
            </Button>
            <Button variant="quiet" onClick={() => turn(1)}>
              Next
            </Button>
          </>
        )}
        <Button variant="quiet" aria-pressed={isLarge} onClick={() => magnify(!isLarge)}>
          {isLarge ? 'Zoom out' : 'Zoom in'}
        </Button>
        <Button variant="quiet" onClick={() => dialog.current?.close()}>
          Close
        </Button>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrolled by the arrow keys */}
      <section ref={frame} className="image-zoom-frame grow" tabIndex={0} aria-label="Image">
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: the button and the plus key do the same */}
        <img
          key={image}
          src={image}
          srcSet={imageSources(image, 'webp')}
          sizes="100vw"
          alt={name}
          className={isLarge ? 'image-zoom-large' : 'image-zoom-whole h-full'}
          onClick={onClick}
        />
      </section>
    </dialog>
  )
}
