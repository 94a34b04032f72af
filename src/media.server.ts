import { Hono } from 'hono'
import type { ImageStore } from '#platform/images/image-store.server.ts'

/** Serves images. Their names contain a hash of their content, so browsers may cache them forever. */
export function createMedia(images: ImageStore): Hono {
  return new Hono().get('/:fileName', async (c) => {
    const file = await images.read(c.req.param('fileName'))
    if (!file) return c.notFound()
    return c.body(file.bytes, 200, {
      'Content-Type': file.contentType,
      'Cache-Control': 'public, max-age=31536000, immutable',
    })
  })
}
