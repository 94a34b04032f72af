import { z } from '@hono/zod-openapi'
import type { Db } from '#platform/database/database.server.ts'
import type { DocumentStore } from '#platform/documents/document-store.server.ts'
import { restApi } from '#platform/http/api/rest-api.server.ts'
import type { ImageStore } from '#platform/images/image-store.server.ts'
import { rememberImageName } from './image-names.server.ts'
import { refuseDocument, refuseImage } from './upload-refusals.server.ts'
import { uploadRoute } from './upload-route.server.ts'
import { LARGEST_DOCUMENT_BYTES, LARGEST_IMAGE_BYTES } from './upload-rules.ts'

type UploadsEnvironment = { db: Db; images: ImageStore; documents: DocumentStore }

export function createUploadsApi({ db, images, documents }: UploadsEnvironment) {
  const image = {
    field: 'image',
    largestBytes: LARGEST_IMAGE_BYTES,
    drainedBytes: 20 * 1024 * 1024,
    // Decoding takes up to 180 MB (510 MB for an AVIF of 24 megapixels).
    atOnce: 8,
    stored: z.object({ url: z.string() }),
    refuse: refuseImage,
  }
  return restApi({
    uploadImage: uploadRoute({
      ...image,
      endpoint: 'POST /images',
      answer: 'Stored; use the URL as a product’s imgURL',
      refusals: {
        413: 'Larger than 5 MB',
        415: 'Not a JPEG, PNG, WebP or AVIF file',
        422: 'Not exactly one file in the field image, or a damaged or too large image',
      },
      store: async (image, fileName) => {
        const stored = await images.store(image)
        if ('url' in stored) await rememberImageName(db, fileName, stored.url)
        return stored
      },
    }),
    uploadBrandImage: uploadRoute({
      ...image,
      endpoint: 'POST /brandImages',
      summary: 'Upload a logo or another image of the brand, which may be an SVG',
      answer: 'Stored; an SVG as a bitmap. Use the URL in the brand or on the home page',
      refusals: {
        413: 'Larger than 5 MB',
        415: 'Not a JPEG, PNG, WebP, AVIF or SVG file',
        422: 'Not exactly one file in the field image, a damaged or too large or small image, or an SVG with scripts',
      },
      store: (image) => images.store(image, true),
    }),
    uploadProductDocument: uploadRoute({
      endpoint: 'POST /productDocuments',
      summary: 'Upload a document',
      field: 'document',
      largestBytes: LARGEST_DOCUMENT_BYTES,
      drainedBytes: 40 * 1024 * 1024,
      atOnce: 4,
      answer: 'Stored; use the URL in a product’s details',
      stored: z.object({ url: z.string(), bytes: z.number().int() }),
      refusals: {
        413: 'Larger than 10 MB',
        415: 'Not a PDF file',
        422: 'Not exactly one file in the field document, damaged or encrypted',
      },
      store: (document) => documents.store(document),
      refuse: refuseDocument,
    }),
  })
}
