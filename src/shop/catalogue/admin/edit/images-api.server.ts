import { createRoute, z } from '@hono/zod-openapi'
import { HttpRefusal } from '#platform/http/http-errors.ts'
import { readParts } from '#platform/http/multipart.ts'
import { readLimitedBody } from '#platform/http/read-limited-body.server.ts'
import { answers, refuses, restApi } from '#platform/http/rest-api.server.ts'
import type { ImageRefusal } from '#platform/images/image.server.ts'
import type { ImageStore } from '#platform/images/image-store.server.ts'
import { createConcurrencyLimit } from '#platform/jobs/concurrency-limit.server.ts'
import { type CallerVariables, requireAdmin } from '#shop/auth/access/caller.server.ts'
import { LARGEST_PICTURE_BYTES } from './product-image-rules.ts'

// The picture, and what a multipart body wraps around it.
const bodyBounds = { largest: LARGEST_PICTURE_BYTES + 16 * 1024, drained: 20 * 1024 * 1024 }

const postImage = createRoute({
  method: 'post',
  path: '/images',
  operationId: 'uploadImage',
  summary: 'Upload a picture',
  // Documented, but read by hand: nobody's body is read before it is known who sends it.
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
      'Stored; the address becomes a product’s imgURL',
      z.object({ success: z.literal(true), data: z.object({ url: z.string() }) }),
    ),
    400: refuses('No readable multipart body'),
    403: refuses('No admin'),
    413: refuses('Larger than 5 MB'),
    415: refuses('No JPEG, PNG, WebP or AVIF'),
    422: refuses('No single picture in the field image, a damaged one, or one of too many pixels'),
    503: refuses('Many others upload at this moment'),
  },
})

export type ImagesApi = ReturnType<typeof createImagesApi>

/** Uploads of pictures, for admins. */
export function createImagesApi({ images }: { images: ImageStore }) {
  // Bodies wait in memory, and a decoder takes up to 180 MB of it (510 for an AVIF of 24 megapixels).
  const upload = createConcurrencyLimit({ atOnce: 8, waiting: 0 })
  const decode = createConcurrencyLimit({ atOnce: 1, waiting: 8 })
  return restApi<CallerVariables>().openapi(postImage, async (c) => {
    requireAdmin(c)
    const type = c.req.header('Content-Type') ?? ''
    if (!/^multipart\/form-data\s*;/i.test(type)) throw notMultipart()
    const stored = await upload(async () => {
      const body = await readLimitedBody(c.req.raw.body, bodyBounds)
      if (!body) throw tooLarge()
      const picture = pictureIn(body, type)
      return decode(() => images.store(picture))
    })
    if ('refused' in stored) throw refusePicture(stored)
    return c.json({ success: true as const, data: stored }, 200)
  })
}

function pictureIn(body: Buffer<ArrayBuffer>, type: string): Uint8Array {
  const parts = readParts(body, type)
  if (!parts) {
    throw new HttpRefusal(400, 'malformed', 'The upload was damaged. Please try again.')
  }
  const [picture, ...others] = parts
  if (others.length > 0) throw notOnePicture('Send one image and nothing else.')
  if (picture?.name !== 'image' || !picture.isFile) {
    throw notOnePicture('Send the image as a file in the field “image”.')
  }
  if (picture.content.length === 0) throw notOnePicture('The image is empty.')
  if (picture.content.length > LARGEST_PICTURE_BYTES) throw tooLarge()
  return picture.content
}

function notMultipart(): HttpRefusal {
  const message = 'Send the image as multipart/form-data in the field “image”.'
  return new HttpRefusal(415, 'malformed', message)
}

function notOnePicture(message: string): HttpRefusal {
  return new HttpRefusal(422, 'invalid', message, { fields: { image: message } })
}

function tooLarge(): HttpRefusal {
  return new HttpRefusal(413, 'too-large', 'The image is larger than 5 MB.')
}

const refusals = {
  'unsupported-type': [415, 'The image must be a JPEG, PNG, WebP or AVIF file.'],
  'too-many-pixels': [422, 'The image has more than 24 megapixels.'],
  damaged: [422, 'The image is damaged.'],
} as const

function refusePicture({ refused }: ImageRefusal): HttpRefusal {
  const [status, message] = refusals[refused]
  return new HttpRefusal(status, refused, message)
}
