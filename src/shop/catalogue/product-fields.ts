import type { z } from 'zod'
import type { Product } from '#db/database-tables.ts'
import { IMAGE_URL, NOT_UPLOADED } from '#platform/images/image-url.ts'
import { categorySlug } from '#shop/catalogue/categories/category.ts'
import * as rules from './product-rules.ts'

/** A column of a product that is written as a whole. */
export type ProductColumn = Exclude<keyof Product, 'createdAt' | 'deletedAt' | 'stockLevel' | 'longTextHtml'>

export type SeenBy = 'everyone' | 'admins'

/** How the cells of a field are read. */
export type FieldKind = 'text' | 'lines' | 'whole' | 'price' | 'category' | 'image'

type FieldDefinition = {
  /** Its name in the form, and in exports unless there is a heading. */
  label: string
  heading?: string
  /** Other usual headings in English and German, separated by |. */
  headings: string
  /** Null for what is only in files; by default its name. */
  column?: ProductColumn | null
  /** By default a text. */
  kind?: FieldKind
  rule?: z.ZodType
  /** Of a field that a product may lack: null in the database and in JSON, and empty in the form. */
  seenBy?: SeenBy
  /** False for what only a product alone has. */
  isListed?: false
  /** In the description of the API. */
  json?: { description: string; example?: string }
  hint?: string
  inputMode?: 'numeric'
}

/** The fields of every product as the API names them, in the order of an export. */
export const productFields = {
  sku: {
    label: 'SKU',
    headings:
      'sku|item no|item number|item code|article no|article number|part no|part number|product code|artikelnummer|artikelnr|artikel nr|art nr|bestellnummer|sachnummer|teilenummer|variant sku|reference|reference #|référence|code article|réf|referencia|código|material|materialnummer|matnr|variantsku|item sku|product sku|article|item|default code|internal reference|interne referenz|interne artikelnummer|artikel nummer|artnr|artikelcode|référence interne|référence article|réf article|code produit|referencia interna|código artículo|cód artículo|código de artículo|código producto|referencia artículo',
    rule: rules.sku,
  },
  name: {
    label: 'Name',
    headings:
      'product name|product|title|item name|bezeichnung|artikelbezeichnung|produktname|artikelname|titel|désignation|libellé|nom|nombre|denominación|maktx|materialkurztext|product service name|artikelbezeichnung 1|bezeichnung 1|kurzbezeichnung|libellé article|nom du produit|désignation article|intitulé|nombre del producto|nombre artículo|descripción artículo',
    rule: rules.name,
  },
  description: {
    label: 'Description',
    headings:
      'short description|beschreibung|kurzbeschreibung|kurztext|artikelbeschreibung|description courte|résumé|descripción|descripción corta|resumen|summary|sales description|verkaufstext|kurz beschreibung',
    rule: rules.description,
  },
  longText: {
    label: 'Long text',
    headings:
      'long description|product text|langtext|lange beschreibung|langbeschreibung|body|body html|description longue|descripción larga|full description|detailed description|artikellangtext|ausführliche beschreibung|texte long|descriptif|texto largo',
    kind: 'lines',
    rule: rules.longText,
    seenBy: 'everyone',
    isListed: false,
    json: { description: 'Markdown, up to 10,000 characters', example: '## Use\n\nFor hex bolts.' },
  },
  pageTitle: {
    label: 'Search engine title',
    headings: 'page title|seo title|meta title|title tag|seo titel|titre seo|título seo',
    rule: rules.shortText('Search engine title', 70),
    seenBy: 'everyone',
    isListed: false,
    json: { description: 'For search engines, instead of the name' },
    hint: 'For search engines, instead of the name',
  },
  pageDescription: {
    label: 'Search engine text',
    headings: 'page description|seo description|meta description|metabeschreibung|méta description',
    rule: rules.shortText('Search engine text', 200),
    seenBy: 'everyone',
    isListed: false,
    json: { description: 'For search engines, instead of the description' },
    hint: 'For search engines, instead of the description',
  },
  family: {
    label: 'Family',
    headings: 'product family|series|serie|produktfamilie|familie|baureihe|famille|gamme|familia',
    rule: rules.shortText('Family', 80),
    seenBy: 'everyone',
    json: { description: 'The tool of which it is a size', example: 'Block Plane' },
    hint: 'The tool of which this is a size',
  },
  size: {
    label: 'Size',
    headings: 'größe|grösse|abmessung|maß|nenngröße|taille|dimension|tamaño|medida',
    rule: rules.shortText('Size', 40),
    seenBy: 'everyone',
    json: { description: 'As it is printed', example: '13 mm' },
    hint: 'As it is printed, such as 13 mm',
  },
  perPrice: {
    column: 'unitPriceCents',
    kind: 'price',
    label: 'Price',
    headings:
      'price usd|price per piece|unit price|list price|net price|preis|stückpreis|einzelpreis|listenpreis|nettopreis|verkaufspreis|vk|variant price|regular price|price tax excluded|sales price|prix|prix unitaire|prix de vente|tarif|pu|precio|precio unitario|precio de venta|pvp sin iva|p v p sin iva|kbetr|sales unit price|sales price rate|selling price|sell price|list price net|vk preis|std vk|standard vk|nettoverkaufspreis|stückpreis netto|pv|prix public|prix catalogue|tarif public|pu ht|precio base|precio tarifa|precio lista|precio de lista|netpr|standard price',
    rule: rules.price,
  },
  quantity: {
    kind: 'whole',
    label: 'Quantity',
    heading: 'Can be ordered',
    headings:
      'stock|quantity|qty|available|in stock|bestand|lagerbestand|verfügbar|menge|verfügbarer bestand|variant inventory qty|inventory|stock quantity|available quantity|available stock|available qty|qty available|quantity available|free stock|unrestricted|unrestricted stock|frei verwendbar|frei verfügbar|verfügbare menge|quantité|quantité en stock|quantité disponible|qté en stock|qté stock|stock disponible|stock actuel|disponible|existencias|cantidad|cantidad disponible|stock actual|unidades en stock|labst',
    rule: rules.pieces('Quantity', 1),
  },
  onShelf: {
    column: null,
    kind: 'whole',
    label: 'On the shelf',
    headings:
      'on hand|counted|count|stock on hand|stockonhand|stock on hand qty|on hand quantity|on hand qty|quantity on hand|qty on hand|physical stock|physical quantity|lagermenge|lagerbestand gesamt|istbestand|ist bestand|stock physique|stock réel|stock físico|stock real|existencias físicas|gezählt|im regal|regalbestand|inventurbestand|physischer bestand',
  },
  minQuantity: {
    kind: 'whole',
    label: 'Minimum quantity',
    heading: 'Minimum order',
    headings:
      'minimum|min|minimum quantity|min quantity|min order|moq|mindestmenge|mindestbestellmenge|mindestbestellung|mindestabnahme|min qty|min order qty|minimum order qty|minimum order quantity|minimal quantity|min sale qty|min cart qty|quantité minimale|quantité minimum|minimum de commande|cantidad mínima|pedido mínimo|minbm|order minimum|minimum sales quantity|minimum order quantity moq|mindest bestellmenge|mindestverkaufsmenge|mindestauftragsmenge|min bestellmenge|qté mini|qté min|qté minimum|qté minimale|minimum de vente|quantité mini|quantité minimum de commande|cantidad mínima de pedido|cantidad mín|mínimo|mín pedido',
    rule: rules.pieces('Minimum quantity', 10),
  },
  category: {
    kind: 'category',
    label: 'Category',
    headings:
      'category path|categories|product category|product group|kategorie|kategorien|warengruppe|produktgruppe|catégorie|catégories|categoría|categorías|taxon|main taxon|matkl|item category|item group|artikelgruppe|hauptkategorie|kategorie ebene 1|categorie|catégorie principale|famille article|rayon|grupo|categoría principal|subfamilia',
    rule: categorySlug('Category').optional(),
  },
  // For packers (product 5.11).
  bin: {
    label: 'Bin',
    headings:
      'bin location|location|lagerplatz|lagerort|regalplatz|fach|bin no|bin code|shelf|shelf location|storage bin|lagerfach|stellplatz|platz|emplacement|casier|ubicación|hueco|lgpla',
    rule: rules.shortText('Bin', 20),
    seenBy: 'admins',
    json: { description: 'Where it is in the warehouse' },
    hint: 'Its location, such as A-04-12',
  },
  gtin: {
    label: 'GTIN',
    headings:
      'ean|ean13|upc|barcode|ean code|gtin ean|strichcode|variant barcode|code barres|code barre|código de barras|ean11|gtin 13|ean 13|ean gtin|upc code|ean nummer|gencod|gencode|codebarre|código ean|cod barras',
    rule: rules.gtin,
    seenBy: 'admins',
    json: { description: 'The number of its barcode' },
    hint: 'The number of its barcode',
    inputMode: 'numeric',
  },
  weight: {
    kind: 'whole',
    label: 'Weight in grams',
    heading: 'Weight (g)',
    headings:
      'weight|weight in g|gewicht|gewicht in g|variant grams|variant weight|poids|peso|brutto gewicht|bruttogewicht|brgew|gew|unit weight|item weight|shipping weight|stückgewicht|poids unitaire|peso unitario|masse|gross weight|packed weight|artikelgewicht|versandgewicht|gewicht brutto|verpackungsgewicht|poids brut|poids emballé|peso bruto|peso embalado',
    rule: rules.weight,
    seenBy: 'admins',
    json: { description: 'Grams' },
    hint: 'One piece, packed',
    inputMode: 'numeric',
  },
  imgURL: {
    column: 'image',
    kind: 'image',
    label: 'Image',
    headings:
      'image file|image url|picture|photo|bild|bilddatei|artikelbild|produktbild|main image|hauptbild|image principale|imagen|imagen principal|foto',
    rule: rules.required('Image').regex(IMAGE_URL, NOT_UPLOADED),
  },
} as const satisfies Record<string, FieldDefinition>

type Fields = typeof productFields
export type ProductFieldName = keyof Fields

/** The fields that a product may lack, those that these persons get, in lists or only with it alone. */
export type OptionalField<Seen extends SeenBy = SeenBy, Listed extends boolean = boolean> = {
  [F in ProductFieldName]: Fields[F] extends { seenBy: Seen }
    ? (Fields[F] extends { isListed: false } ? false : true) extends Listed
      ? F
      : never
    : never
}[ProductFieldName]

/** Those of them that are numbers. */
export type NumberField = {
  [F in OptionalField]: Fields[F] extends { kind: 'whole' } ? F : never
}[OptionalField]

export type OptionalValues<Field extends OptionalField = OptionalField> = {
  [F in Field]: (F extends NumberField ? number : string) | null
}

export const fieldNames = Object.keys(productFields) as ProductFieldName[]

export const definitionOf = (name: ProductFieldName): FieldDefinition => productFields[name]

/** Returns the column of a field; null for what is only in files. */
export function columnOf(name: ProductFieldName): ProductColumn | null {
  const { column = name } = definitionOf(name)
  return column as ProductColumn | null
}

export function optionalFields<Seen extends SeenBy = SeenBy, Listed extends boolean = boolean>(
  seenBy?: Seen,
  listed?: Listed,
) {
  return fieldNames.filter((name) => {
    const { seenBy: seen, isListed = true } = definitionOf(name)
    return seen && (seenBy ?? seen) === seen && (listed ?? isListed) === isListed
  }) as OptionalField<Seen, Listed>[]
}

/** Returns an object with what `get` returns for each field. */
export function byField<Values extends object>(
  names: readonly (keyof Values)[],
  get: (name: keyof Values) => unknown,
): Values {
  // A loop, because lists do this for each product.
  const values: Partial<Values> = {}
  for (const name of names) values[name] = get(name) as Values[typeof name]
  return values as Values
}
