import { z } from '@hono/zod-openapi'
import { answers, refuses, restApi } from '#platform/http/api/rest-api.server.ts'
import type { ImageRefusal } from '#platform/images/image.server.ts'
import type { ImageStore } from '#platform/images/image-store.server.ts'
import { adminRoute } from '#shop/auth/access/guarded-routes.server.ts'
import { LARGEST_PICTURE_BYTES } from './product-image-rules.ts'
import { createUpload, uploadBody } from './read-upload.server.ts'
import { refuseImage } from './upload-refusals.server.ts'

const rules = {
  field: 'image',
  largestBytes: LARGEST_PICTURE_BYTES,
  drainedBytes: 20 * 1024 * 1024,
}

const postImage = adminRoute({
  method: 'post',
  path: '/images',
  operationId: 'uploadImage',
  summary: 'Upload an image',
  requestBody: uploadBody(rules.field),
  responses: {
    200: answers(
      'Stored; use the URL as a product’s imgURL',
      z.object({ success: z.literal(true), data: z.object({ url: z.string() }) }),
    ),
    400: refuses('Invalid multipart body'),
    413: refuses('Larger than 5 MB'),
    415: refuses('Not a JPEG, PNG, WebP or AVIF file'),
    422: refuses('Not exactly one file in the field image, or a damaged or too large image'),
    503: refuses('Too many concurrent uploads'),
  },
})

export type ImagesApi = ReturnType<typeof createImagesApi>

/** Serves image uploads of admins. */
export function createImagesApi({ images }: { images: ImageStore }) {
  // Bodies are held in memory, and decoding takes up to 180 MB (510 MB for an AVIF of 24
  // megapixels).
  const upload = createUpload<{ url: string }, ImageRefusal>({
    rules,
    bodies: { atOnce: 8, waiting: 0 },
    checks: { atOnce: 1, waiting: 8 },
    store: (image) => images.store(image),
    refuse: refuseImage,
  })
  return restApi().openapi(postImage, async (c) => {
    return c.json({ success: true as const, data: await upload(c.req.raw) }, 200)
  })
}
