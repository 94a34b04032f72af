import { z } from '@hono/zod-openapi'
import { answers, refuses, restApi } from '#platform/http/api/rest-api.server.ts'
import { readParts } from '#platform/http/multipart.ts'
import { readLimitedBody } from '#platform/http/read-limited-body.server.ts'
import type { ImageStore } from '#platform/images/image-store.server.ts'
import { createConcurrencyLimit } from '#platform/jobs/concurrency-limit.server.ts'
import { adminRoute } from '#shop/auth/access/guarded-routes.server.ts'
import { refuseImage } from './image-refusals.server.ts'
import { LARGEST_PICTURE_BYTES } from './product-image-rules.ts'

// The image plus its multipart overhead.
const bodyBounds = { largest: LARGEST_PICTURE_BYTES + 16 * 1024, drained: 20 * 1024 * 1024 }

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
    if (!/^multipart\/form-data\s*;/i.test(type)) throw refuseImage({ refused: 'not-multipart' })
    const stored = await upload(async () => {
      const body = await readLimitedBody(c.req.raw.body, bodyBounds)
      if (!body) throw refuseImage({ refused: 'too-large' })
      const image = imageIn(body, type)
      return decode(() => images.store(image))
    })
    if ('refused' in stored) throw refuseImage(stored)
    return c.json({ success: true as const, data: stored }, 200)
  })
}

function imageIn(body: Buffer<ArrayBuffer>, type: string): Uint8Array {
  const parts = readParts(body, type)
  if (!parts) {
    throw refuseImage({ refused: 'damaged-upload' })
  }
  const [image, ...others] = parts
  if (others.length > 0) throw refuseImage({ refused: 'several-parts' })
  if (image?.name !== 'image' || !image.isFile) {
    throw refuseImage({ refused: 'not-a-file' })
  }
  if (image.content.length === 0) throw refuseImage({ refused: 'empty' })
  if (image.content.length > LARGEST_PICTURE_BYTES) throw refuseImage({ refused: 'too-large' })
  return image.content
}
