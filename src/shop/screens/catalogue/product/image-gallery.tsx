import { useState } from 'react'
import { Image } from '#ui/image.tsx'
import { ImageZoom } from './image-zoom.tsx'

type ImageGalleryProps = { name: string; images: string[] }

/** A product's images: one large, which opens in its full size, and the others to choose from. */
export function ImageGallery({ name, images }: ImageGalleryProps) {
  const [chosen, choose] = useState(0)
  const [isZoomed, setZoomed] = useState(false)
  const shown = images[chosen] ?? images[0]
  if (shown === undefined) return null
  return (
    <div>
      <a
        href={shown}
        className="image-gallery-main block product-frame clip product-frame-gliding"
        aria-label={`Zoom: ${name}`}
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey) return
          event.preventDefault()
          setZoomed(true)
        }}
      >
        <Image
          key={shown}
          imgURL={shown}
          alt={name}
          width={1200}
          height={900}
          sizes="(width >= 44rem) 50vw, 92vw"
          priority="first"
          background
          className="product-image w-full h-full"
        />
      </a>
      {images.length > 1 && (
        <ul className="image-gallery-choice buttons mt-12" aria-label="Images">
          {images.map((image, index) => (
            <li key={image}>
              <button
                className="block"
                type="button"
                aria-label={`Image ${index + 1} of ${images.length}`}
                aria-pressed={index === chosen}
                onClick={() => choose(index)}
              >
                <Image imgURL={image} alt="" width={400} height={300} sizes="5rem" background />
              </button>
            </li>
          ))}
        </ul>
      )}
      {isZoomed && (
        <ImageZoom
          name={name}
          images={images}
          chosen={chosen}
          onChoose={choose}
          onClose={() => setZoomed(false)}
        />
      )}
    </div>
  )
}
