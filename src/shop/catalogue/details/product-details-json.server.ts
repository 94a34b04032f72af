import { z } from '@hono/zod-openapi'

const document = z
  .object({
    title: z.string().openapi({ example: 'Data sheet' }),
    url: z.string().openapi({ example: '/media/documents/0123456789abcdef0123456789abcdef.pdf' }),
    bytes: z.number().int().describe('Size of the PDF file'),
  })
  .openapi('ProductDocument')

/** What only the page of one product shows (product 12.8). */
export const productDetails = z
  .object({
    images: z.array(z.string()).describe('Further images in order, without the first one (`imgURL`)'),
    documents: z.array(document),
    version: z.string().describe('Differs after every change of these lists'),
  })
  .openapi('ProductDetails')

/** A product's further images and documents, as the API and the pages receive them. */
export type ProductDetails = z.infer<typeof productDetails>
export type ProductDocument = ProductDetails['documents'][number]
