import type { TableField } from '#shop/tables/columns/table-fields.ts'

/** What a row of a price list's file has, with usual headings in English and German. */
export const priceFields: TableField[] = [
  {
    name: 'target',
    heading: 'SKU or category',
    kind: 'text',
    others:
      'sku|item no|item number|article number|part no|part number|product code|artikelnummer|artikelnr|artikel nr|art nr|bestellnummer',
  },
  {
    name: 'minQuantity',
    heading: 'From',
    kind: 'whole',
    others:
      'from quantity|min quantity|minimum quantity|quantity|qty|pieces|ab|ab menge|menge|staffel',
  },
  {
    name: 'perPrice',
    heading: 'Price',
    kind: 'price',
    others:
      'price usd|price each|unit price|net price|price or percent|preis|stückpreis|nettopreis|vk',
  },
  {
    name: 'percent',
    heading: 'Percent off',
    kind: 'price',
    others: 'percent|%|% off|discount|discount %|rabatt|rabatt %|nachlass',
  },
]

/** Of each group, a file has one. */
export const REQUIRED_FIELDS = [['target'], ['perPrice', 'percent']]

/** How a file names all products. */
export const ALL_TOOLS = 'All tools'
