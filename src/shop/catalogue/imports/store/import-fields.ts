import type { Category, Specification } from '#shop/catalogue/categories/category.ts'

/** A field of a product as the API names it: `perPrice`, or `specifications.{key}`. */
export type FieldName = string

type FieldKind = 'text' | 'whole' | 'price' | 'category' | 'image' | 'specification'

/** A field that a file can have: its heading in exports, and how its cells are read. */
export type ImportField = {
  name: FieldName
  heading: string
  kind: FieldKind
  /** Usual headings of it, separated by |. */
  others?: string
  specification?: Specification
}

/** The fields of every product, with usual headings in English and German. */
const FIELDS: [name: FieldName, heading: string, kind: FieldKind, others: string][] = [
  [
    'sku',
    'SKU',
    'text',
    'sku|item no|item number|item code|article no|article number|part no|part number|product code|artikelnummer|artikelnr|artikel nr|art nr|bestellnummer|sachnummer|teilenummer',
  ],
  [
    'name',
    'Name',
    'text',
    'product name|product|title|item name|bezeichnung|artikelbezeichnung|produktname|artikelname|titel',
  ],
  [
    'description',
    'Description',
    'text',
    'short description|beschreibung|kurzbeschreibung|kurztext|artikelbeschreibung',
  ],
  ['family', 'Family', 'text', 'product family|series|serie|produktfamilie|familie|baureihe'],
  ['size', 'Size', 'text', 'größe|grösse|abmessung|maß|nenngröße'],
  [
    'perPrice',
    'Price',
    'price',
    'price usd|price per piece|unit price|list price|net price|preis|stückpreis|einzelpreis|listenpreis|nettopreis|verkaufspreis|vk',
  ],
  [
    'quantity',
    'Can be ordered',
    'whole',
    'stock|quantity|qty|available|in stock|bestand|lagerbestand|verfügbar|menge|verfügbarer bestand',
  ],
  [
    'onShelf',
    'On the shelf',
    'whole',
    'on hand|counted|count|stock on hand|physical stock|gezählt|im regal|regalbestand|inventurbestand|physischer bestand',
  ],
  [
    'minQuantity',
    'Minimum order',
    'whole',
    'minimum|min|minimum quantity|min quantity|min order|moq|mindestmenge|mindestbestellmenge|mindestbestellung|mindestabnahme',
  ],
  [
    'category',
    'Category',
    'category',
    'category path|product group|kategorie|warengruppe|produktgruppe',
  ],
  ['bin', 'Bin', 'text', 'bin location|location|lagerplatz|lagerort|regalplatz|fach'],
  ['gtin', 'GTIN', 'text', 'ean|upc|barcode|ean code|gtin ean|strichcode'],
  ['weight', 'Weight (g)', 'whole', 'weight|weight in g|gewicht|gewicht in g'],
  [
    'imgURL',
    'Image',
    'image',
    'image file|image url|picture|photo|bild|bilddatei|artikelbild|produktbild',
  ],
]

/** Returns all fields that a file can have, in the order of an export. */
export function fieldsOf(categories: readonly Category[]): ImportField[] {
  const headings = new Set(FIELDS.map(([, heading]) => headingText(heading)))
  const base = FIELDS.map(([name, heading, kind, others]) => ({ name, heading, kind, others }))
  const specifications = new Map<string, ImportField>()
  for (const specification of categories.flatMap(({ specifications }) => specifications)) {
    const { key, name, unit } = specification
    if (specifications.has(key)) continue
    const plain = unit === null ? name : `${name} (${unit})`
    const heading = headings.has(headingText(plain)) ? `${plain} ${key}` : plain
    headings.add(headingText(heading))
    specifications.set(key, {
      name: `specifications.${key}`,
      heading,
      kind: 'specification',
      specification,
    })
  }
  return [...base, ...specifications.values()]
}

/** Whether an export has a field: it has the stock once, as what can be ordered. */
export const isExported = ({ name }: ImportField): boolean => name !== 'onShelf'

/** The separator of a category's path in a file: `Hand tools > Wrenches`. */
export const PATH_SEPARATOR = ' > '

/** Returns a function that finds the field of a heading: an export's, a usual one, or a field's name. */
export function createFieldFinder(fields: readonly ImportField[]) {
  const byHeading = new Map<string, ImportField>()
  const add = (heading: string, field: ImportField) => {
    const text = headingText(heading)
    if (text !== '' && !byHeading.has(text)) byHeading.set(text, field)
  }
  for (const field of fields) add(field.heading, field)
  for (const field of fields) add(field.name, field)
  for (const field of fields) {
    for (const other of field.others?.split('|') ?? []) add(other, field)
  }
  // With its unit left out, or another one.
  for (const field of fields) {
    if (field.specification) add(field.specification.name, field)
  }
  return (heading: string): ImportField | undefined =>
    byHeading.get(headingText(heading)) ?? byHeading.get(headingText(withoutUnit(heading)))
}

/** The unit in a heading: `in` of `Length (in)`; undefined without one. */
export const unitOf = (heading: string): string | undefined =>
  /[([]([^()[\]]{1,20})[)\]]\s*$/.exec(heading)?.[1]?.trim()

const withoutUnit = (heading: string) => heading.replace(/[([][^()[\]]{0,40}[)\]]\s*$/, '')

function headingText(heading: string): string {
  return heading
    .slice(0, 200)
    .normalize('NFC')
    .toLowerCase()
    .replace(/[*:._\-/\s]+/g, ' ')
    .trim()
}
