import { Hono } from 'hono'
import type { DocumentStore } from '#platform/documents/document-store.server.ts'
import type { ImageStore } from '#platform/images/image-store.server.ts'

const FOREVER = 'public, max-age=31536000, immutable'

/**
 * Serves images and documents. Their names contain a hash of their content, so browsers may cache
 * them forever. A document is only downloaded, and nothing in it may run on the shop's origin.
 */
export function createMedia(stores: { images: ImageStore; documents: DocumentStore }): Hono {
  return new Hono()
    .get('/documents/:fileName', async (c) => {
      const bytes = await stores.documents.read(c.req.param('fileName'))
      if (!bytes) return c.notFound()
      return c.body(bytes, 200, {
        'Content-Type': 'application/pdf',
        // Without a file name, so that the `download` attribute of a link sets it.
        'Content-Disposition': 'attachment',
        'X-Content-Type-Options': 'nosniff',
        'Content-Security-Policy': "default-src 'none'; sandbox",
        'Cache-Control': FOREVER,
      })
    })
    .get('/:fileName', async (c) => {
      const fileName = c.req.param('fileName')
      const file = await stores.images.read(fileName)
      if (!file) return c.notFound()
      return c.body(file.bytes, 200, {
        'Content-Type': file.contentType,
        'Cache-Control': FOREVER,
        // Mails are read on other sites.
        ...(fileName.endsWith('-mail.png') && { 'Cross-Origin-Resource-Policy': 'cross-origin' }),
      })
    })
}
