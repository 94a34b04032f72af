import { z } from '@hono/zod-openapi'

/** A product as the API returns it. */
export const product = z
  .object({
    _id: z.string(),
    sku: z.string().openapi({ example: 'FW-1013' }),
    name: z.string(),
    description: z.string(),
    quantity: z.number().int().openapi({ description: 'Pieces in stock' }),
    minQuantity: z.number().int().openapi({ description: 'The fewest pieces of an order' }),
    perPrice: z.number().openapi({ description: 'Dollars, at most two decimals' }),
    imgURL: z.string(),
    category: z
      .string()
      .nullable()
      .openapi({ description: 'Slug of its category', example: 'wrenches' }),
    specifications: z
      .record(z.string(), z.union([z.number(), z.string()]))
      .openapi({ description: 'Values by the key of the specification', example: { length: 178 } }),
    version: z.number().int().openapi({ description: 'Grows with every edit, not with sales' }),
  })
  .openapi('Product')
