import { AS_OF } from '#shop/tables/columns/as-of.ts'
import type { TableField } from '#shop/tables/columns/table-fields.ts'

/** What a row of a price list's file has, with usual headings in English and German. */
export const priceFields: TableField[] = [
  {
    name: 'target',
    heading: 'SKU or category',
    kind: 'text',
    others:
      'sku|item no|item number|article number|part no|part number|product code|artikelnummer|artikelnr|artikel nr|art nr|bestellnummer|référence|code article|referencia|código|material|materialnummer|matnr',
  },
  {
    name: 'minQuantity',
    heading: 'From',
    kind: 'whole',
    isNumber: true,
    others:
      'tier price qty|from quantity|min quantity|minimum quantity|quantity|qty|pieces|ab|ab menge|menge|staffel|staffelmenge|quantité|à partir de|dès|cantidad|desde|cantidad mínima|quantité minimale',
  },
  {
    name: 'perPrice',
    heading: 'Price',
    kind: 'price',
    isNumber: true,
    others:
      'tier price|price usd|price each|unit price|net price|price or percent|preis|stückpreis|nettopreis|vk|prix|prix unitaire|prix de vente|tarif|precio|precio unitario|precio de venta|verkaufspreis|einzelpreis',
  },
  {
    name: 'percent',
    heading: 'Percent off',
    kind: 'price',
    isNumber: true,
    others:
      'percent|%|% off|discount|discount %|rabatt|rabatt %|nachlass|remise|remise %|descuento|descuento %',
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

/** Of each group, a file has one. */
export const REQUIRED_FIELDS = [['target'], ['perPrice', 'percent']]

/** What an export has besides them. */
export const EXPORT_HEADINGS = ['Name', 'Base price', 'Row', 'Reasons']

/** How a file names all products. */
export const ALL_TOOLS = 'All tools'
