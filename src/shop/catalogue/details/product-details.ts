import type { z } from 'zod'
import type { productDetails } from './product-details-json.server.ts'

/** A product's further images and documents, as the API and the pages receive them. */
export type ProductDetails = z.infer<typeof productDetails>
export type ProductDocument = ProductDetails['documents'][number]
