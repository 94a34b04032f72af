import { z } from 'zod'
import type { Product } from '#platform/database/database-tables.ts'
import { IMAGE_URL, NOT_UPLOADED } from '#platform/images/image-url.ts'
import { characterCount } from '#platform/text.ts'
import { categorySlug } from '#shop/catalogue/categories/category.ts'
import {
  gtin,
  hasAtMost,
  line,
  pieces,
  price,
  required,
  shortText,
  sku,
  weight,
} from './product-rules.ts'

/** How the cells of a field are read. */
export type FieldKind = 'text' | 'whole' | 'price' | 'category' | 'image'

export type SeenBy = 'everyone' | 'admins'

/** A field that a product may lack: null in the database and in JSON, and empty in the form. */
type OptionalDefinition = {
  seenBy: SeenBy
  /** What it is in the description of the API. */
  json: { description: string; example?: string }
  /** Below its form field. */
  hint?: string
  inputMode?: 'numeric'
}

export type FieldDefinition = {
  /** Null for what is only in files. */
  column: keyof Product | null
  kind: FieldKind
  rule: z.ZodType
  /** Its name in the form, and in exports if that is the same. */
  label: string
  heading?: string
  /** Other usual headings in English and German, separated by |. */
  headings: string
  optional?: OptionalDefinition
}

/** The fields of every product as the API names them, in the order of an export. */
export const productFields = {
  sku: {
    column: 'sku',
    kind: 'text',
    label: 'SKU',
    headings:
      'sku|item no|item number|item code|article no|article number|part no|part number|product code|artikelnummer|artikelnr|artikel nr|art nr|bestellnummer|sachnummer|teilenummer',
    rule: sku,
  },
  name: {
    column: 'name',
    kind: 'text',
    label: 'Name',
    headings:
      'product name|product|title|item name|bezeichnung|artikelbezeichnung|produktname|artikelname|titel',
    rule: line('Name').refine(hasAtMost(100), 'Name has at most 100 characters'),
  },
  description: {
    column: 'description',
    kind: 'text',
    label: 'Description',
    headings: 'short description|beschreibung|kurzbeschreibung|kurztext|artikelbeschreibung',
    rule: line('Description')
      .refine((text) => characterCount(text) >= 10, 'Description has at least 10 characters')
      .refine(hasAtMost(100), 'Description has at most 100 characters'),
  },
  family: {
    column: 'family',
    kind: 'text',
    label: 'Family',
    headings: 'product family|series|serie|produktfamilie|familie|baureihe',
    rule: shortText('Family', 80),
    optional: {
      seenBy: 'everyone',
      json: { description: 'The tool of which it is a size', example: 'Combination Wrench' },
      hint: 'The tool of which this is a size',
    },
  },
  size: {
    column: 'size',
    kind: 'text',
    label: 'Size',
    headings: 'größe|grösse|abmessung|maß|nenngröße',
    rule: shortText('Size', 40),
    optional: {
      seenBy: 'everyone',
      json: { description: 'As it is printed', example: '13 mm' },
      hint: 'As it is printed, such as 13 mm',
    },
  },
  perPrice: {
    column: 'unitPriceCents',
    kind: 'price',
    label: 'Price',
    headings:
      'price usd|price per piece|unit price|list price|net price|preis|stückpreis|einzelpreis|listenpreis|nettopreis|verkaufspreis|vk',
    rule: price,
  },
  quantity: {
    column: 'quantity',
    kind: 'whole',
    label: 'Quantity',
    heading: 'Can be ordered',
    headings:
      'stock|quantity|qty|available|in stock|bestand|lagerbestand|verfügbar|menge|verfügbarer bestand',
    rule: pieces('Quantity', 1),
  },
  onShelf: {
    column: null,
    kind: 'whole',
    label: 'On the shelf',
    headings:
      'on hand|counted|count|stock on hand|physical stock|gezählt|im regal|regalbestand|inventurbestand|physischer bestand',
    // Checked as the quantity that it leaves.
    rule: z.never(),
  },
  minQuantity: {
    column: 'minQuantity',
    kind: 'whole',
    label: 'Minimum quantity',
    heading: 'Minimum order',
    headings:
      'minimum|min|minimum quantity|min quantity|min order|moq|mindestmenge|mindestbestellmenge|mindestbestellung|mindestabnahme',
    rule: pieces('Minimum quantity', 10),
  },
  category: {
    column: 'category',
    kind: 'category',
    label: 'Category',
    headings: 'category path|product group|kategorie|warengruppe|produktgruppe',
    rule: categorySlug('Category').optional(),
  },
  // For packers (product 5.11).
  bin: {
    column: 'bin',
    kind: 'text',
    label: 'Bin',
    headings: 'bin location|location|lagerplatz|lagerort|regalplatz|fach',
    rule: shortText('Bin', 20),
    optional: {
      seenBy: 'admins',
      json: { description: 'Where it is in the warehouse' },
      hint: 'Its location, such as A-04-12',
    },
  },
  gtin: {
    column: 'gtin',
    kind: 'text',
    label: 'GTIN',
    headings: 'ean|upc|barcode|ean code|gtin ean|strichcode',
    rule: gtin,
    optional: {
      seenBy: 'admins',
      json: { description: 'The number of its barcode' },
      hint: 'The number of its barcode',
      inputMode: 'numeric',
    },
  },
  weight: {
    column: 'weight',
    kind: 'whole',
    label: 'Weight in grams',
    heading: 'Weight (g)',
    headings: 'weight|weight in g|gewicht|gewicht in g',
    rule: weight,
    optional: {
      seenBy: 'admins',
      json: { description: 'Grams' },
      hint: 'One piece, packed',
      inputMode: 'numeric',
    },
  },
  imgURL: {
    column: 'image',
    kind: 'image',
    label: 'Image',
    headings: 'image file|image url|picture|photo|bild|bilddatei|artikelbild|produktbild',
    rule: z.string(required('Image')).min(1, required('Image')).regex(IMAGE_URL, NOT_UPLOADED),
  },
} as const satisfies Record<string, FieldDefinition>

type Fields = typeof productFields
export type ProductFieldName = keyof Fields

/** The optional fields that these persons get. */
export type OptionalField<Seen extends SeenBy = SeenBy> = {
  [F in ProductFieldName]: Fields[F] extends { optional: { seenBy: Seen } } ? F : never
}[ProductFieldName]

/** Those of them that are numbers. */
export type NumberField = {
  [F in OptionalField]: Fields[F]['kind'] extends 'whole' ? F : never
}[OptionalField]

/** What a product has in optional fields. */
export type OptionalValues<Field extends OptionalField = OptionalField> = {
  [F in Field]: (F extends NumberField ? number : string) | null
}

export const fieldNames = Object.keys(productFields) as ProductFieldName[]

export const definitionOf = (name: ProductFieldName): FieldDefinition => productFields[name]

export const optionalFields = fieldNames.filter(
  (name) => definitionOf(name).optional,
) as OptionalField[]

export function optionalFieldsOf<Seen extends SeenBy>(seenBy: Seen): OptionalField<Seen>[] {
  return optionalFields.filter(
    (name) => definitionOf(name).optional?.seenBy === seenBy,
  ) as OptionalField<Seen>[]
}

/** Returns an object with what `get` returns for each field. */
export function byField<Values extends object>(
  names: readonly (keyof Values)[],
  get: (name: keyof Values & ProductFieldName) => unknown,
): Values {
  return Object.fromEntries(
    names.map((name) => [name, get(name as keyof Values & ProductFieldName)]),
  ) as Values
}
