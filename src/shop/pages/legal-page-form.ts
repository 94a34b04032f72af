import { z } from 'zod'
import { markdownBody } from '#web/markdown/markdown-body.ts'

/** The body of `PUT /pages/{slug}`: the text, and the version that the editor saw (0 for none). */
export const legalPageForm = z.object({ body: markdownBody, version: z.number().int().min(0) })
