import { z } from '@hono/zod-openapi'
import type { Db } from '#platform/database/database.server.ts'
import { centsToDollars } from '#platform/money.ts'
import { type PriceStep, priceAt } from '#shop/prices/price-ladder.ts'
import { pricesFor } from '#shop/prices/prices-for.server.ts'
import type { Viewer } from '#shop/prices/viewer.server.ts'
import {
  byField,
  definitionOf,
  type OptionalField,
  type OptionalValues,
  optionalFields,
} from './product-fields.ts'
import type { FullProduct, StoredProduct } from './products.server.ts'

type JsonShape<Field extends OptionalField> = {
  [F in Field]: z.ZodType<OptionalValues[F], OptionalValues[F]>
}

const jsonOf = <Field extends OptionalField>(fields: Field[]) =>
  byField<JsonShape<Field>>(fields, (name) => {
    const { kind, json = {} } = definitionOf(name as Field)
    return (kind === 'whole' ? z.number().int() : z.string()).nullable().openapi(json)
  })

const valuesOf = <Field extends OptionalField>(fields: Field[], product: OptionalValues<Field>) =>
  byField<OptionalValues<Field>>(fields, (name) => product[name])

const listed = {
  everyone: optionalFields('everyone', true),
  admins: optionalFields('admins', true),
}
const unlisted = {
  everyone: optionalFields('everyone', false),
  admins: optionalFields('admins', false),
}

export const productJson = z
  .object({
    _id: z.string(),
    sku: z.string().openapi({ example: 'FW-1013' }),
    name: z.string(),
    description: z.string(),
    quantity: z.number().int().describe('Pieces in stock'),
    minQuantity: z.number().int().describe('The minimum pieces of an order'),
    perPrice: z.number().describe('The base price in dollars, at most two decimals'),
    prices: z
      .array(z.object({ minQuantity: z.number().int(), perPrice: z.number() }))
      .describe(
        'What the caller pays for one piece, from these quantities on: ascending from the minimum order, each price lower than the one before',
      ),
    imgURL: z.string(),
    category: z.string().nullable().openapi({ description: 'Slug of its category', example: 'hand-planes' }),
    specifications: z
      .record(z.string(), z.union([z.number(), z.string()]))
      .openapi({ description: 'Values by the key of the specification', example: { length: 178 } }),
    ...jsonOf(listed.everyone),
    version: z.number().int().describe('Grows with every edit, not with sales'),
  })
  .openapi('Product')

/** A product as admins get it. What visitors must not see is added here. */
export const managedProductJson = productJson
  .omit({ prices: true })
  .extend(jsonOf(listed.admins))
  .openapi('ManagedProduct')

/** A product alone, with what lists leave out. */
export const fullProductJson = productJson
  .extend(jsonOf(unlisted.everyone))
  .extend({
    discontinued: z
      .literal(true)
      .optional()
      .describe('Present when it is no longer made, and can’t be ordered'),
    successor: z.string().optional().describe('The id of what replaces it'),
  })
  .openapi('FullProduct')

export const fullManagedJson = managedProductJson
  .extend(fullProductJson.pick({ discontinued: true, successor: true }).shape)
  .extend(jsonOf(unlisted.everyone))
  .extend(jsonOf(unlisted.admins))
  .openapi('FullManagedProduct')

/** How a line of a pasted list names a product. */
export const namedProductJson = z.object({
  sku: z.string().max(60).nullable(),
  name: z.string().max(200).nullable(),
})

export const productMatchJson = z.object({
  product: z.union([productJson, z.null()]),
  candidates: z.array(productJson),
  discontinued: z
    .string()
    .optional()
    .describe('The SKU, if it is no longer made; what replaces it is the candidate'),
  isSkipped: z.boolean().describe('Not looked up in time; try again'),
})

/** Returns what a viewer may read of products, with the viewer's prices. */
export async function toProductsJson(
  db: Db,
  viewer: Viewer,
  products: readonly StoredProduct[],
): Promise<z.infer<typeof productJson>[]> {
  const own = await pricesFor(db, viewer, products)
  return products.map((product) => toProductJson(product, own.get(product.id)?.ladder ?? []))
}

/** Returns what a viewer with these prices may read of a product. */
export function toProductJson(
  product: StoredProduct,
  ladder: readonly PriceStep[],
): z.infer<typeof productJson> {
  return { ...toBaseJson(product), prices: toPricesJson(product, ladder) }
}

/** The same for a product alone. */
export function toFullProductJson(
  product: FullProduct,
  ladder: readonly PriceStep[],
): z.infer<typeof fullProductJson> {
  return {
    ...toProductJson(product, ladder),
    ...valuesOf(unlisted.everyone, product),
    ...toStateJson(product),
  }
}

const toStateJson = ({ isDiscontinued, successorId }: FullProduct) => ({
  ...(isDiscontinued && { discontinued: true as const }),
  ...(successorId !== null && { successor: successorId }),
})

function toPricesJson({ minQuantity }: StoredProduct, ladder: readonly PriceStep[]) {
  const first = { minQuantity, unitPrice: priceAt(ladder, minQuantity) }
  return [first, ...ladder.filter((step) => step.minQuantity > minQuantity)].map(
    ({ minQuantity, unitPrice }) => ({ minQuantity, perPrice: centsToDollars(unitPrice) }),
  )
}

function toBaseJson(product: StoredProduct) {
  return {
    _id: product.id,
    sku: product.sku,
    name: product.name,
    description: product.description,
    quantity: product.quantity,
    minQuantity: product.minQuantity,
    perPrice: centsToDollars(product.unitPrice),
    imgURL: product.image,
    category: product.category,
    specifications: product.specifications,
    ...valuesOf(listed.everyone, product),
    version: product.version,
  }
}

export function toManagedProductJson(product: StoredProduct): z.infer<typeof managedProductJson> {
  return { ...toBaseJson(product), ...valuesOf(listed.admins, product) }
}

export function toFullManagedJson(product: FullProduct): z.infer<typeof fullManagedJson> {
  const values = valuesOf([...unlisted.everyone, ...unlisted.admins], product)
  return { ...toManagedProductJson(product), ...values, ...toStateJson(product) }
}
