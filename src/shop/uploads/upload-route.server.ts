import { z } from '@hono/zod-openapi'
import type { Endpoint } from '#platform/http/api/public-route.server.ts'
import type { Refusal } from '#platform/http/api/refusals.server.ts'
import { answers, refuses } from '#platform/http/api/rest-api.server.ts'
import { type MultipartRefusal, readForm } from '#platform/http/multipart.ts'
import { createConcurrencyLimit } from '#platform/jobs/concurrency-limit.server.ts'
import { adminRoute } from '#shop/auth/access/guarded-routes.server.ts'

/** Why an upload has no usable file. */
export type UploadRefusal = MultipartRefusal | Refusal<'several-parts' | 'not-a-file' | 'empty'>

type UploadRules = {
  field: string
  largestBytes: number
  /** The maximum bytes of an oversized body that are read before the connection is closed. */
  drainedBytes: number
}

type Upload<At extends Endpoint, Stored extends z.ZodObject, Refused extends Refusal> = UploadRules & {
  endpoint: At
  /** `List reviews` for `listReviews`, if not given. */
  summary?: string
  /** How many bodies are held in memory. */
  atOnce: number
  answer: string
  stored: Stored
  refusals: Record<413 | 415 | 422, string>
  store: (file: Uint8Array, name: string | undefined) => Promise<z.output<Stored> | Refused>
  refuse: (refusal: UploadRefusal | Refused) => Error
}

/** A route on which admins upload a file. It reads the body itself, after the authentication. */
export function uploadRoute<At extends Endpoint, Stored extends z.ZodObject, Refused extends Refusal>(
  upload: Upload<At, Stored, Refused>,
) {
  const { endpoint, summary, field, answer, stored, refusals, store, refuse } = upload
  const properties = { [field]: { type: 'string' as const, format: 'binary' } }
  const schema = { type: 'object' as const, properties, required: [field] }
  const inTurn = createConcurrencyLimit({ atOnce: upload.atOnce, waiting: 0 })
  return adminRoute({
    endpoint,
    summary,
    requestBody: { required: true, content: { 'multipart/form-data': { schema } } },
    responses: {
      200: answers(answer, z.object({ success: z.literal(true), data: stored })),
      400: refuses('Invalid multipart body'),
      413: refuses(refusals[413]),
      415: refuses(refusals[415]),
      422: refuses(refusals[422]),
      503: refuses('Too many concurrent uploads'),
    },
    respond: async (c) => {
      const data = await inTurn(async () => {
        const file = await readUpload(c.req.raw, upload)
        return 'refused' in file ? file : store(file.content, file.fileName)
      })
      if ('refused' in data) throw refuse(data as UploadRefusal | Refused)
      return c.json({ success: true, data }, 200) as never
    },
  })
}

/** Reads the only file of a multipart body, which must not be larger than allowed. */
async function readUpload(request: Request, { field, largestBytes, drainedBytes }: UploadRules) {
  // The file plus its multipart overhead.
  const parts = await readForm(request, {
    largest: largestBytes + 16 * 1024,
    drained: drainedBytes,
  })
  if ('refused' in parts) return parts
  const [file, ...others] = parts
  if (others.length > 0) return { refused: 'several-parts' }
  if (file?.name !== field || !file.isFile) return { refused: 'not-a-file' }
  if (file.content.length === 0) return { refused: 'empty' }
  return file.content.length > largestBytes ? { refused: 'too-large' } : file
}
