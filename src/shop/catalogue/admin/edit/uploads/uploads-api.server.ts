import { z } from '@hono/zod-openapi'
import type { Db } from '#platform/database/database.server.ts'
import type { DocumentStore } from '#platform/documents/document-store.server.ts'
import type { PdfRefusal } from '#platform/documents/pdf.server.ts'
import { answers, refuses, restApi } from '#platform/http/api/rest-api.server.ts'
import type { ImageRefusal } from '#platform/images/image.server.ts'
import type { ImageStore } from '#platform/images/image-store.server.ts'
import { adminRoute } from '#shop/auth/access/guarded-routes.server.ts'
import { rememberImageName } from './image-names.server.ts'
import { createUpload, uploadBody } from './read-upload.server.ts'
import { refuseDocument, refuseImage } from './upload-refusals.server.ts'
import { LARGEST_DOCUMENT_BYTES, LARGEST_IMAGE_BYTES } from './upload-rules.ts'

const imageRules = {
  field: 'image',
  largestBytes: LARGEST_IMAGE_BYTES,
  drainedBytes: 20 * 1024 * 1024,
}
const documentRules = {
  field: 'document',
  largestBytes: LARGEST_DOCUMENT_BYTES,
  drainedBytes: 40 * 1024 * 1024,
}

const postImage = adminRoute({
  method: 'post',
  path: '/images',
  operationId: 'uploadImage',
  summary: 'Upload an image',
  requestBody: uploadBody(imageRules.field),
  responses: {
    200: stored('Stored; use the URL as a product’s imgURL', z.object({ url: z.string() })),
    ...refusesUpload({
      413: 'Larger than 5 MB',
      415: 'Not a JPEG, PNG, WebP or AVIF file',
      422: 'Not exactly one file in the field image, or a damaged or too large image',
    }),
  },
})

const postDocument = adminRoute({
  method: 'post',
  path: '/productDocuments',
  operationId: 'uploadProductDocument',
  summary: 'Upload a document',
  requestBody: uploadBody(documentRules.field),
  responses: {
    200: stored(
      'Stored; use the URL in a product’s details',
      z.object({ url: z.string(), bytes: z.number().int() }),
    ),
    ...refusesUpload({
      413: 'Larger than 10 MB',
      415: 'Not a PDF file',
      422: 'Not exactly one file in the field document, damaged or encrypted',
    }),
  },
})

function stored<Stored extends z.ZodType>(description: string, data: Stored) {
  return answers(description, z.object({ success: z.literal(true), data }))
}

function refusesUpload(texts: Record<413 | 415 | 422, string>) {
  return {
    400: refuses('Invalid multipart body'),
    413: refuses(texts[413]),
    415: refuses(texts[415]),
    422: refuses(texts[422]),
    503: refuses('Too many concurrent uploads'),
  }
}

export type UploadsApi = ReturnType<typeof createUploadsApi>

/** Serves the uploads of admins: images and documents of products. */
export function createUploadsApi({
  db,
  images,
  documents,
}: {
  db: Db
  images: ImageStore
  documents: DocumentStore
}) {
  // Bodies are held in memory, and decoding takes up to 180 MB (510 MB for an AVIF of 24
  // megapixels).
  const uploadImage = createUpload<{ url: string }, ImageRefusal>({
    rules: imageRules,
    bodies: { atOnce: 8, waiting: 0 },
    store: async (image, fileName) => {
      const stored = await images.store(image)
      if ('url' in stored) await rememberImageName(db, fileName, stored.url)
      return stored
    },
    refuse: refuseImage,
  })
  const uploadDocument = createUpload<{ url: string; bytes: number }, PdfRefusal>({
    rules: documentRules,
    bodies: { atOnce: 4, waiting: 0 },
    store: (document) => documents.store(document),
    refuse: refuseDocument,
  })
  return restApi()
    .openapi(postImage, async (c) =>
      c.json({ success: true as const, data: await uploadImage(c.req.raw) }, 200),
    )
    .openapi(postDocument, async (c) =>
      c.json({ success: true as const, data: await uploadDocument(c.req.raw) }, 200),
    )
}
