import { z } from '@hono/zod-openapi'
import { documentKinds } from './document.ts'

export const documentEntryJson = z.object({
  kind: z.enum(documentKinds),
  number: z.string(),
  issuedAt: z.string(),
})

/** A document that can be downloaded; `number` is the order's for a confirmation. */
export type DocumentEntry = z.infer<typeof documentEntryJson>
