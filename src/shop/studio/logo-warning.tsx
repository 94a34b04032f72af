import { useEffect, useState } from 'react'
import { type Control, useWatch } from 'react-hook-form'
import { smallImageUrl } from '#platform/images/image-url.ts'
import type { LookForm } from '#shop/brand/brand-form.ts'

// Of 255, and of all pixels that are seen.
const NEARLY_WHITE = 225
const MOST = 0.9
const VISIBLE = 64

/** Says so when the logo for light backgrounds can't be seen on white. */
export function LogoWarning({ control }: { control: Control<LookForm> }) {
  const url = useWatch({ control, name: 'logo' })
  const [white, setWhite] = useState('')
  useEffect(() => {
    if (url) void isNearlyWhite(smallImageUrl(url)).then((found) => setWhite(found ? url : ''))
  }, [url])
  if (!url || white !== url) return null
  return (
    <p className="form-error callout" role="alert">
      This logo is white, so it can’t be seen on documents and in tabs. Choose a dark one here, and this one
      for dark backgrounds.
    </p>
  )
}

/** Whether nearly all that is seen of an image is white. */
async function isNearlyWhite(url: string): Promise<boolean> {
  const image = new Image()
  image.src = url
  try {
    await image.decode()
  } catch {
    return false
  }
  const canvas = document.createElement('canvas')
  const { naturalWidth: width, naturalHeight: height } = image
  Object.assign(canvas, { width, height })
  const context = canvas.getContext('2d')
  context?.drawImage(image, 0, 0)
  const pixels = context?.getImageData(0, 0, width, height).data ?? []
  let [seen, white] = [0, 0]
  for (let at = 0; at < pixels.length; at += 4) {
    if ((pixels[at + 3] ?? 0) < VISIBLE) continue
    seen++
    const least = Math.min(pixels[at] ?? 0, pixels[at + 1] ?? 0, pixels[at + 2] ?? 0)
    if (least >= NEARLY_WHITE) white++
  }
  return seen > 0 && white / seen >= MOST
}
