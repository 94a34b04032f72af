import { productFields } from '#shop/catalogue/product-fields.ts'
import { AS_OF } from '#shop/tables/columns/as-of.ts'
import type { TableField } from '#shop/tables/columns/table-fields.ts'

/** A list price is what a discount is taken from. */
const PRICES = productFields.perPrice.headings
  .split('|')
  .filter((word) => !/list|catalog|public|regular|tarifa|base/.test(word))

/** What a row of a price list's file has, with usual headings in English and German. */
export const priceFields: TableField[] = [
  {
    name: 'target',
    heading: 'SKU or category',
    kind: 'text',
    others: `${productFields.sku.headings}|article`,
  },
  {
    name: 'minQuantity',
    heading: 'From',
    kind: 'whole',
    isNumber: true,
    others:
      'tier price qty|from qty|from quantity|min qty|min order qty|minimum order|moq|qty break|quantity break|break qty|break quantity|scale quantity|scale qty|mindestmenge|mindestabnahme|mengenstaffel|ab stück|ab stk|kstbm|qté mini|qté|qté min|palier|à partir de qté|cant mínima|desde cantidad|tramo|min quantity|minimum quantity|quantity|qty|pieces|ab|ab menge|menge|staffel|staffelmenge|quantité|à partir de|dès|cantidad|desde|cantidad mínima|quantité minimale',
  },
  {
    name: 'perPrice',
    heading: 'Price',
    kind: 'price',
    isNumber: true,
    others: `tier price|price each|contract price|customer price|special price|break price|price or percent|staffelpreis|aktionspreis|prix net|precio neto|${PRICES.join('|')}`,
  },
  {
    name: 'percent',
    heading: 'Percent off',
    kind: 'price',
    isNumber: true,
    others:
      'percent|%|% off|discount|discount %|rabatt|rabatt %|nachlass|remise|remise %|descuento|descuento %|pct|percent discount|discount percent|discount percentage|disc|disc %|rabattsatz|rabatt prozent|taux de remise|dto|dto %|descuento porcentaje',
  },
  {
    name: 'valueType',
    heading: 'Price or percent',
    kind: 'text',
    isExported: false,
    others: 'tier price value type|value type|price type|preisart',
  },
  AS_OF,
]

export const REQUIRED_FIELDS = [['target'], ['perPrice', 'percent']]

/** What an export has besides them. */
export const EXPORT_HEADINGS = ['Name', 'Base price', 'Row', 'Reasons']

export const ALL_TOOLS = 'All tools'
