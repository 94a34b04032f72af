import { z } from '@hono/zod-openapi'

export const blogPostJson = z
  .object({
    _id: z.string(),
    title: z.string(),
    body: z.string().describe('Markdown without HTML'),
    imgURL: z.string(),
    author: z.string(),
    authorRole: z.string(),
    publishedOn: z.string().openapi({ format: 'date' }),
  })
  .openapi('Blog')
