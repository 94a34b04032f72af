import { type ReactNode, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'

type FramedProps = {
  title: string
  /** In pixels; the content is laid out for a screen of this width. */
  width: number
  height: number
  colors: { accent: string; darkAccent: string } | undefined
  children: ReactNode
}

/** Shows content as on a screen of another width, with the page's styles. It can't be used, only seen. */
export function Framed({ title, width, height, colors, children }: FramedProps) {
  const frame = useRef<HTMLIFrameElement>(null)
  const [page, setPage] = useState<Document | null>(null)
  useEffect(() => {
    const inner = frame.current?.contentDocument
    if (!inner) return
    for (const { name, value } of document.documentElement.attributes)
      inner.documentElement.setAttribute(name, value)
    for (const sheet of document.querySelectorAll('link[rel="stylesheet"], style'))
      inner.head.append(inner.importNode(sheet, true))
    inner.body.style.overflow = 'hidden'
    setPage(inner)
  }, [])
  // As wide as there is room, at most in its own size.
  useEffect(() => {
    const [inner, outer] = [frame.current, frame.current?.parentElement]
    if (!inner || !outer) return
    const observer = new ResizeObserver(() => {
      inner.style.transform = `scale(${outer.clientWidth / width})`
    })
    observer.observe(outer)
    return () => observer.disconnect()
  }, [width])
  useEffect(() => {
    const root = page?.documentElement.style
    if (!root) return
    // As in the shop's own stylesheet of the colours.
    const set = (name: string, value: string | undefined) =>
      value ? root.setProperty(name, value) : root.removeProperty(name)
    set('--color-accent', colors && `light-dark(${colors.accent}, ${colors.darkAccent})`)
    set('--color-primary', colors?.accent)
    set('--color-red', colors?.accent)
    set('--color-red-on-graphite', colors?.darkAccent)
  }, [page, colors])
  return (
    <figure className="framed-part min-w-0">
      <figcaption className="note">{title}</figcaption>
      <div className="framed-room clip" style={{ maxWidth: width, aspectRatio: `${width} / ${height}` }}>
        <iframe ref={frame} title={title} width={width} height={height} inert />
      </div>
      {page && createPortal(children, page.body)}
    </figure>
  )
}
