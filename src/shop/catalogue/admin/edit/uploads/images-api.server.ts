import { z } from '@hono/zod-openapi'
import { answers, refuses, restApi } from '#platform/http/api/rest-api.server.ts'
import type { ImageStore } from '#platform/images/image-store.server.ts'
import { createConcurrencyLimit } from '#platform/jobs/concurrency-limit.server.ts'
import { adminRoute } from '#shop/auth/access/guarded-routes.server.ts'
import { refuseImage } from './image-refusals.server.ts'
import { LARGEST_PICTURE_BYTES } from './product-image-rules.ts'
import { isMultipart, readUpload } from './read-upload.server.ts'

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
  // Documented only: the handler reads the body itself, after authentication.
  requestBody: {
    required: true,
    content: {
      'multipart/form-data': {
        schema: {
          type: 'object',
          properties: { image: { type: 'string', format: 'binary' } },
          required: ['image'],
        },
      },
    },
  },
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
  const upload = createConcurrencyLimit({ atOnce: 8, waiting: 0 })
  const decode = createConcurrencyLimit({ atOnce: 1, waiting: 8 })
  return restApi().openapi(postImage, async (c) => {
    const type = c.req.header('Content-Type') ?? ''
    if (!isMultipart(type)) throw refuseImage({ refused: 'not-multipart' })
    const stored = await upload(async () => {
      const image = await readUpload(c.req.raw.body, type, rules)
      return 'refused' in image ? image : decode(() => images.store(image))
    })
    if ('refused' in stored) throw refuseImage(stored)
    return c.json({ success: true as const, data: stored }, 200)
  })
}
