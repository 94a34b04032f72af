import { z } from '@hono/zod-openapi'

export const contactMessageJson = z
  .object({
    _id: z.string(),
    name: z.string(),
    email: z.string(),
    message: z.string(),
    product: z.string().optional(),
  })
  .openapi('ContactMessage')
