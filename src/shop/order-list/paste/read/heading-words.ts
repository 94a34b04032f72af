import { readHeading, whole } from '#shop/tables/meanings.ts'
import { neighbourOf } from '#shop/tables/neighbours.ts'
import { countsPacks, otherQuantity, words } from '#shop/tables/quantity-words.ts'

/** What a heading says about its column; `number` is one whose numbers are no order quantities. */
export type HeadingKind = Meaning | 'number' | 'rival' | 'amount'

/** What a column of a table gives to an order; `pack` are the pieces that each of the quantity has. */
export type Meaning = 'sku' | 'quantity' | 'pack' | 'unit' | 'name' | 'note' | 'status' | 'ignored'

const PRICE = words(
  'price|prices|preis|preise|prix|precio|cost|costs|kosten|coste|rate|value|wert|discount|rabatt|remise|descuento|vat|mwst|ust|tax|iva|tva|usd|eur|montant|importe|betrag|einzelpreis|gesamtpreis|stückpreis|unitprice',
)
const STOCK = words(
  'm[ií]nim\\p{L}*|m[aá]xim\\p{L}*|stock|stocks|on hand|onhand|in stock|avail|available|availability|bestand|lagerbestand|lager|verfügbar|inventory|existencias?|disponibles?|dispo|min|moq|mindest\\p{L}*|max|reorder|lead time|days|location|lagerplatz|weight|gewicht|poids|peso',
)
const QUANTITY = words(
  'qty|qtty|quantity|quantities|quant|menge|mengen|bestellmenge|anzahl|stück|stückzahl|stk|stck|pcs|pieces|count|how many|need|needed|ordered|bestellt|cantidad|cant|unidades|piezas|quantité|quantités|qté|qte|commandée?s?|pedid[oa]s?|to order|to buy|requested|required|wanted|angefordert|benötigt|demandée?s?|à commander|zu bestellen|requerid[oa]s?|solicitad[oa]s?|a pedir',
)
const IDENTIFIER = words(
  'no|nr|num|number|nummer|numero|número|numéro|code|código|codigo|id|date|datum|fecha|time|utc|at|by',
)
const SKU = whole(
  '(?:(?:supplier|vendor|manufacturer|mfr|mfg|our|your|forgewell|lieferanten)?[ -]*(?:sku|item|art|article|artikel|artículo|articulo|référence|reference|referencia|réf|ref|part|teil|teile|product|produkt|producto|produit|material|mat|cat|catalog|catalogue|order|bestell|stock)?[ .-]*(?:no|nr|num|number|nummer|code|código|codigo|id|#|numero|número|n°|nº)?)',
)
const NAME = whole(
  'name|names|description|item description|desc|product|product name|item name|tool|tools|bezeichnung|beschreibung|artikelbezeichnung|produkt|title|titel|text|kurztext|désignation|designation|libellé|descripción|descripcion|nombre|nom|producto|produit|denominación',
)
const NOTE = whole(
  'notes?|remarks?|comments?|bemerkung(?:en)?|anmerkung(?:en)?|hinweis|kommentar|remarques?|commentaires?|notas?|observaciones',
)
/** The heading of a column that says whether its row is ordered. */
export const ORDERED = whole(
  '(?:¿ ?)?(?:to )?(?:order(?:ed)?|buy|include|populated?|fit(?:ted)?|mount(?:ed)?|assembled?|install(?:ed)?|place|needed|required|approved|bestell(?:en|t)|kaufen|best[üu]ck(?:en|t)|freigegeben|benötigt|command(?:er|é)|acheter|monter|ped(?:ir|ido)|comprar|montar)\\W*',
)
const STATUS = whole('status|state|zustand|stand|statut|état|estado|order ?\\?|active|aktiv')
const OTHER = whole(
  '#|pos|position|posición|line|ligne|línea|zeile|row|no|nr|lfd nr|lfd|total|sum|summe|gesamt|date|datum|delivery.*|liefertermin|eta|supplier|vendor|lieferant|fournisseur|proveedor|manufacturer|hersteller|ean|gtin|barcode|upc|category|kategorie|order|po number|po|invoice|rechnung|transaction|image|url|link|designator|reference designator|footprint|weight',
)

export function headingKind(written: string): HeadingKind | undefined {
  const text = headingText(written)
  if (text === '' || text.length > 40) return undefined
  const neighbour = neighbourOf(written)
  if (neighbour === 'unit') return 'unit'
  const other = otherQuantity(written)
  if (PRICE.test(text)) return (QUANTITY.test(text) && other) || 'ignored'
  if (other) return other
  const isQuantity = QUANTITY.test(text) && !IDENTIFIER.test(text)
  if (STOCK.test(text) && !/^stock (?:no|nr|code|number)$/.test(text)) return 'number'
  if (isQuantity) return 'quantity'
  if (/^(?:order|bestell(?:ung)?|commande)$/.test(text)) return 'number'
  if (OTHER.test(text) || (neighbour && !['contents', 'market', 'state'].includes(neighbour)))
    return 'ignored'
  if (NAME.test(text)) return 'name'
  if (NOTE.test(text)) return 'note'
  if (STATUS.test(text) || ORDERED.test(text)) return 'status'
  if (/^(?:amount|total amount)$/.test(text)) return 'amount'
  return SKU.test(text) || /^(?:artikel|bestell|material|teile|sach)(?:nummer|nr)$/.test(text)
    ? 'sku'
    : undefined
}

/** More characters than a heading has that names a column. */
const LONGEST_HEADING = 200

/** Whether numbers below these headings are likely to have a decimal comma. */
export const isGerman = (headings: readonly string[]) =>
  headings.some((heading) =>
    /^(?:menge|bestellmenge|anzahl|stück(?:zahl)?|bezeichnung|beschreibung|artikel.*|einheit|.*preis.*|quantité|qté|désignation|cantidad|descripción)$/u.test(
      headingText(heading),
    ),
  )

/** The unit in a heading, `boxes` in `Qty (boxes)`, or another word in brackets; empty without one. */
export function unitInHeading(heading: string): string {
  const { unit, unknown } = readHeading(heading).meaning
  return unit ?? unknown ?? countsPacks(heading) ?? ''
}

const headingText = (heading: string) =>
  heading
    .slice(0, LONGEST_HEADING)
    .toLowerCase()
    .replace(/[([][^)\]]*[)\]]/g, ' ')
    .replace(/[*:.]+/g, ' ')
    .replace(/[_/-]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
