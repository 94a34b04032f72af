import { z } from '@hono/zod-openapi'
import { refusal } from '#platform/http/api/rest-api.server.ts'
import { type Cents, cents, centsToDollars } from '#platform/money.ts'
import type { Overlap } from './contract-overlap.server.ts'
import type { PricedTool, ProductPrices, RowOfProduct } from './explain-prices.server.ts'
import { candidatesAt, type PriceStep } from './price-ladder.ts'
import { listStates, type StoredList } from './price-list-queries.server.ts'
import type { StoredRow } from './price-rows.server.ts'

const named = z.object({ _id: z.string(), name: z.string() })
const day = z.string().nullable().openapi({ example: '2026-12-31' })

export const priceListJson = named
  .extend({
    for: z.union([
      z.object({ everybody: z.literal(true) }),
      z.object({ group: named }),
      z.object({ company: named }),
    ]),
    contract: z.boolean().describe('Replaces all other prices of what it covers'),
    validFrom: day.describe('Its first day, in the seller’s time zone'),
    validUntil: day.describe('Its last day'),
    state: z.enum(listStates),
    rows: z.number().int(),
    version: z.number().int().describe('Grows with every change of its rows'),
    follows: z
      .string()
      .nullable()
      .describe('Of a copy that is a draft: the list that ends when it is published'),
    overlap: z
      .object({ list: z.string(), sku: z.string() })
      .optional()
      .describe('Another contract that has come to cover a product; when read alone'),
    customers: z.number().int().optional().describe('How many users it is for; when read alone'),
  })
  .openapi('PriceList')
export type PriceList = z.infer<typeof priceListJson>

const price = {
  minQuantity: z.number().int(),
  perPrice: z.number().optional().describe('Net dollars of one piece'),
  percent: z.number().optional().describe('Off the base price'),
}

const rowJson = z.object({
  sku: z.string().optional(),
  category: z.string().optional(),
  all: z.literal(true).optional(),
  name: z.string().describe('Of the tool or category'),
  basePrice: z.number().optional(),
  deleted: z.literal(true).optional().describe('The tool is not on sale'),
  ...price,
})
export type PriceListRow = z.infer<typeof rowJson>

export const priceRowsJson = z
  .object({ version: z.number().int(), rows: z.array(rowJson) })
  .openapi('PriceRows')

/** Refused rows: nothing was changed, and every row at fault is named. */
export const refusedRows = refusal
  .extend({ rows: z.array(z.object({ index: z.number().int(), message: z.string() })).optional() })
  .openapi('RefusedPriceRows')
export type RefusedRows = z.infer<typeof refusedRows>

const step = z.object({ minQuantity: z.number().int(), perPrice: z.number() })

export const productPricesJson = z
  .object({
    sku: z.string(),
    name: z.string(),
    basePrice: z.number(),
    prices: z.array(step),
    list: named.nullable().describe('That gives the lowest of the prices; none if it is the base price'),
  })
  .openapi('ProductPrices')
export type ProductPricesRow = z.infer<typeof productPricesJson>

export const pricedToolJson = z
  .object({
    sku: z.string(),
    name: z.string(),
    imgURL: z.string(),
    family: z.string().nullable(),
    categories: z.array(z.string()).describe('Its category and the one above'),
    basePrice: z.number(),
    lists: z
      .array(named.extend({ contract: z.boolean(), rows: z.array(z.object(price)) }))
      .describe('Those that apply today, with the rows that count for the tool'),
  })
  .openapi('PricedTool')
export type PricedToolJson = z.infer<typeof pricedToolJson>

export const rowOfProductJson = z
  .object({
    list: named,
    audience: z.string(),
    contract: z.boolean(),
    for: z.enum(['product', 'category', 'all']),
    ...price,
  })
  .openapi('PriceOfProduct')
export type PriceOfProduct = z.infer<typeof rowOfProductJson>

export function toPriceListJson(
  list: StoredList,
  alone: { overlap?: Overlap | undefined; customers?: number } = {},
): PriceList {
  const { overlap, customers } = alone
  const { id, groupId, groupName, companyId, companyName, isContract, ...others } = list
  return {
    _id: id,
    ...others,
    for: audienceOf(list),
    contract: isContract,
    ...(overlap && { overlap: { list: overlap.other, sku: overlap.sku } }),
    ...(customers !== undefined && { customers }),
  }
}

function audienceOf({ groupId, groupName, companyId, companyName }: StoredList): PriceList['for'] {
  if (companyId !== null) return { company: { _id: companyId, name: companyName ?? '' } }
  if (groupId !== null) return { group: { _id: groupId, name: groupName ?? '' } }
  return { everybody: true }
}

export function toRowJson(row: StoredRow): PriceListRow {
  const { sku, category, basePriceCents } = row
  return {
    ...(sku !== null && { sku }),
    ...(category !== null && { category }),
    ...(sku === null && category === null && { all: true as const }),
    name: row.productName ?? row.categoryName ?? 'All tools',
    ...(basePriceCents !== null && { basePrice: basePriceCents / 100 }),
    ...(row.isDeleted && { deleted: true as const }),
    ...toPrice(row),
  }
}

export function toRowOfProductJson(row: RowOfProduct): PriceOfProduct {
  const { id, name, audience, isContract } = row
  return { list: { _id: id, name }, audience, contract: isContract, for: row.for, ...toPrice(row) }
}

export function toPricedToolJson({ product, lists }: PricedTool): PricedToolJson {
  const { sku, name, image, family, category, parent, unitPrice } = product
  return {
    sku,
    name,
    imgURL: image,
    family,
    categories: [category, parent].filter((slug) => slug !== null),
    basePrice: centsToDollars(unitPrice),
    lists: lists.map(({ id, name, isContract, rows }) => ({
      _id: id,
      name,
      contract: isContract,
      rows: rows.map((row) =>
        'unitPrice' in row
          ? toPrice({ ...row, unitPriceCents: row.unitPrice, percentOff: null })
          : toPrice({ ...row, unitPriceCents: null }),
      ),
    })),
  }
}

export function toProductPricesJson({ product, ladder, lists }: ProductPrices): ProductPricesRow {
  const { sku, name, unitPrice } = product
  const lowest = ladder.at(-1)?.minQuantity ?? 1
  const list = candidatesAt(unitPrice, lists, lowest)[0]?.list ?? null
  return {
    sku,
    name,
    basePrice: centsToDollars(unitPrice),
    prices: ladder.map(toStep),
    list: list && { _id: list.id, name: list.name },
  }
}

function toStep({ minQuantity, unitPrice }: PriceStep) {
  return { minQuantity, perPrice: centsToDollars(unitPrice) }
}

type Priced = {
  minQuantity: number
  unitPriceCents: Cents | number | null
  percentOff: number | null
}

function toPrice({ minQuantity, unitPriceCents, percentOff }: Priced) {
  return {
    minQuantity,
    ...(unitPriceCents !== null && { perPrice: centsToDollars(cents(unitPriceCents)) }),
    ...(percentOff !== null && { percent: percentOff }),
  }
}
