import { type Refusal, refusals } from '#platform/http/api/refusals.server.ts'
import { NOT_UPLOADED } from '#platform/images/image-url.ts'
import { type ContractOverlap, overlapText } from '#shop/prices/contract-overlap.server.ts'
import { LEAST_ORDER } from './product-rules.ts'
import type { FullProduct } from './products.server.ts'

/** Why a product was not changed or restored. */
export type ProductRefusal =
  | Refusal<
      | 'no-such-product'
      | 'no-successor'
      | 'none-found'
      | 'too-late'
      | 'foreign-image'
      | 'sku-taken'
      | 'gtin-taken'
      | 'least-order'
      | 'no-such-category'
    >
  | (Refusal<'invalid-specifications'> & { errors: Record<string, string> })
  | (Refusal<'stale'> & { product: FullProduct })
  | ContractOverlap

export const takenNumbers: Record<string, ProductRefusal> = {
  product_sku_unique: { refused: 'sku-taken' },
  product_gtin_unique: { refused: 'gtin-taken' },
}

/** Maps refusals of the product endpoints to responses. Unknown and deleted products get the same one. */
export const refuseProduct = refusals<ProductRefusal>({
  'no-such-product': { status: 404, text: 'This tool is not for sale.' },
  'no-successor': {
    status: 422,
    code: 'invalid',
    text: 'There is no other product on sale with this SKU.',
    field: 'successor',
  },
  'none-found': { status: 422, code: 'invalid', text: 'No product was found.' },
  'too-late': { status: 409, text: 'This product was deleted too long ago to be restored.' },
  stale: {
    status: 409,
    text: 'This product was changed in the meantime. Review the current values, then save again.',
  },
  'sku-taken': {
    status: 409,
    text: 'This SKU belongs to another product, on sale or deleted.',
    field: 'sku',
  },
  'gtin-taken': {
    status: 409,
    text: 'This GTIN belongs to another product, on sale or deleted.',
    field: 'gtin',
  },
  'least-order': { status: 422, code: 'invalid', text: LEAST_ORDER, field: 'perPrice' },
  'contracts-overlap': { status: 409, text: overlapText, field: 'category' },
  'no-such-category': {
    status: 422,
    code: 'invalid',
    text: 'This category does not exist any more.',
    field: 'category',
  },
  'invalid-specifications': {
    status: 422,
    code: 'invalid',
    text: ({ errors }) => Object.values(errors)[0] ?? 'The specifications are invalid.',
    fields: ({ errors }) => errors,
  },
  'foreign-image': { status: 422, code: 'invalid', text: NOT_UPLOADED, field: 'imgURL' },
})
