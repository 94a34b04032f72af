import { gramsOf, isGross, isMeaning, plainHeading, readHeading, TAX, whole } from './meanings.ts'
import { isPackage, isUnit, unitOf } from './units.ts'

/** What a column says of the numbers of others. */
export type Neighbour =
  | ('currency' | 'tax' | 'per' | 'unit' | 'weightUnit')
  | ('customer' | 'market' | 'state' | 'validFrom' | 'validTo' | 'contents')

const DATES = '(?:date|datum|fecha)'
const NEIGHBOURS: Record<Neighbour, string> = {
  currency:
    '(?:price |preis ?)?(?:currency|curr|cur|ccy|währung|waehrung|währg|valuta|devise|monnaie|moneda|divisa)(?: (?:code|iso|key))?|whg|wkz|währungs(?:code|kennzeichen|schlüssel)|währungs\\p{L}*|waers|konwa|iso (?:currency|code)|code (?:devise|monnaie)|código (?:de )?(?:moneda|divisa)|price cur',
  tax: `(?:incl?\\p{L}*|inkl\\p{L}*|avec|con|mit) ?${TAX}|${TAX} ?(?:incl\\p{L}*|inkl\\p{L}*|comprise?s?)|(?:net(?:to)?|ht|neto) (?:or |oder |ou |o )?(?:gross|brutto|ttc|bruto)|(?:gross|brutto) (?:or |oder )?net(?:to)?|${TAX} (?:enthalten|incluidos?)|ttc ht|ht ttc|inkl exkl|incl excl|prices include tax`,
  per: `pe|peh|peinh|kpein|preiseinheit|preis einheit|preismenge|preisbasis|preisdimension|preisfaktor|basismenge|preis (?:per|je|pro|für)|(?:price|pricing) (?:unit(?: qty| quantity)?|base|basis|per|qty|quantity|factor|for)|per|je|unité (?:de )?(?:prix|tarifaire)|base (?:de )?prix|prix (?:pour|par)|quantité (?:de )?base|unidad (?:de )?precio|base (?:de(?:l)? )?precio|precio (?:por|para)|cantidad base|(?:price )?base qty|quantité (?:de )?prix|preis ?(?:je|pro|für) menge|(?:price |preis ?)?divisor|diviseur|pro|par|por|pr ?eh|quantity unit price|(?:cantidad|quantité|qty|menge) (?:por|par|per|je|pro) (?:precio|prix|price|preis)`,
  weightUnit:
    '(?:variant )?weight (?:unit|uom|unit of measure)(?: code)?|w ?uom|einheit (?:des )?gewichts?|gew einheit|unit of weight|gewichtseinheit|gewicht einheit|gew einh|gewei|unité (?:de )?poids|unidad (?:de )?peso|wt (?:unit|uom)',
  unit: 'unity|(?:(?:price|sales|selling|base|order|qty|quantity|stock) )?(?:units?|uom|u m|um|unit of measure)|me|meh|einheit|einh|mengeneinheit|basiseinheit|basismengeneinheit|verkaufseinheit|verkaufsmengeneinheit|preismengeneinheit|bme|vke|kmein|meins|unité|unite|unité (?:de )?(?:vente|mesure|base)|unidad|unidad (?:de )?(?:venta|medida|base)|ud medida|udm|un|uvc|pme|bpme|preis me|einheit preis|mengen einheit|bestell ?(?:einheit|me)|lager ?(?:einheit|me)|bestands ?(?:einheit|me)|basis ?me|unit of sale|verkauf in|sold (?:in|by)|uom price|price uom',
  customer:
    '(?:tier price )?(?:customer|client|kunden?|cliente|debitor(?:en)?|account|buyer|for customer)s?(?: ?(?:no|n°|nr|number|nummer|name|id|code|group|gruppe|account))?|kundengruppe|(?:n°|no|code|nom|groupe|id) (?:de )?clients?|(?:código|nombre|grupo|id) (?:de )?clientes?|sold to(?: party)?|kunnr|price (?:group|list)|preis(?:gruppe|liste)|(?:liste|groupe|grille) (?:de )?(?:prix|tarif)|tarif client|groupe tarifaire|(?:lista|grupo|tarifa) (?:de )?precios?|tier price (?:website|customer group)|kd(?: ?(?:nr|no|nummer|name))?|nom du client|nombre del cliente|(?:price|preis) ?(?:level|stufe)|dealer|händler|revendeur|reseller|channel|vertriebskanal|segment',
  market:
    '(?:company|firma|soci[eé]t[eé]|entreprise|empresa|unternehmen|website|web site|store(?: view| code)?|branch|filiale|sucursal|niederlassung|region|région|región|gebiet|market|markt|marché|mercado|country|land|pays|país|for|für|pour|para|year|jahr|année|año)(?: ?(?:code|name|id|no|nr))?|buchungskreis|bukrs|vkorg|vtweg|sales org(?:ani[sz]ation)?|verkaufsorg(?:anisation)?|vertriebsweg|plant|werks?|warehouse|lager|depot|dépôt|entrepôt|magasin|almacén|bodega|centro|tienda|site web|sitio web',
  state:
    '(?:(?:item|product|artikel|material|price|preis) ?)?(?:status|state)|zustand|statut|état|estado|discontinued|auslauf(?:artikel)?|gesperrt|blocked|inactive|obsolete',
  validFrom: `(?:price )?(?:(?:valid|applies|active) (?:from|since|${DATES})|effective(?: (?:from|since|${DATES}))?)|validity (?:start|from)|(?:start|from|begin|effective|valid from) ${DATES}|start|gültig (?:ab|von|seit)|gültigkeit (?:ab|von|beginn)|gültigkeitsbeginn|(?:ab|von) ?datum|datab|valable (?:du|à partir du|dès|depuis)|date (?:de )?(?:début|effet|d'effet)|(?:début|debut)(?: de)? validité|(?:válido|vigente|vigencia|validez) desde|fecha (?:de )?(?:inicio|vigencia)|inicio (?:de )?(?:vigencia|validez)|desde|à partir du|date from|price (?:start|date|from)|preisdatum|preis ab datum|stichtag|en vigueur(?: le| depuis| à partir du)?|fecha desde|válido a partir de|début|inicio|von`,
  validTo: `(?:valid|validity|gültig|valable|válido|vigencia) (?:from|von|du|desde) (?:to|bis|au|hasta)|(?:price )?(?:valid|effective|active|applies) (?:to|until|till|thru|through)|validity (?:end|to)|(?:end|to|expiry|expiration|valid to) ${DATES}|expir(?:y|es|ation)(?: on)?|(?:gültigkeit|validité|validity|vigencia|validez|gültig|valid|valable)(?: ?(?:period|time|dauer))?|gültigkeits(?:dauer|zeitraum)|zeitraum|laufzeit|(?:période|periodo|período|durée)(?: de (?:validité|validez|vigencia))?|ablauf(?:datum)?|(?:offer|price) (?:ends?|until)|fecha hasta|until|end|gültig bis|gültigkeit (?:bis|ende)|gültigkeitsende|bis ?(?:datum)?|datbi|valable (?:au|jusqu'?(?:au|à)|jusqu’au)|date (?:de )?(?:fin|expiration)|fin (?:de )?validité|jusqu'?au|jusqu’au|(?:válido|vigente|vigencia|validez) hasta|fecha (?:de )?(?:fin|caducidad|vencimiento)|fin (?:de )?(?:vigencia|validez)|hasta|date to|price end`,
  contents: `(?:pack|case|box|carton|packaging|packing|bundle|inner|master)(?: ?(?:size|qty|quantity|unit|contents?))?|(?:qty|quantity|pieces|pcs|units|stück|menge|quantité|pièces|cantidad|unidades|piezas|anzahl) ?(?:per|pro|je|par|por) ?(?:the )?\\p{L}+|contents?|inhalt|vpe|ve|vpe menge|verpackungseinheit|packungsgröße|packungsinhalt|gebinde(?:größe)?|conditionnement|colisage|contenu|contenido|presentación|unidades por caja|empaque|embalaje|units in (?:pack|box|case)|(?:st|stk|pcs|units|unidades|uds|pièces|qté|stück) (?:(?:je|pro|par|per|por) )?(?:box|case|vpe|ve|caja|carton|karton|packung|pack|boîte)|verp(?:ackung)?|verp einheit|packung|colis|lot|lot size|set size|inner pack|mpq`,
}
const NEIGHBOUR_WORDS = Object.entries(NEIGHBOURS).map(([kind, words]) => {
  return { kind: kind as Neighbour, words: whole(words) }
})

/** What a column under this heading says of others; undefined for other headings. */
export function neighbourOf(heading: string): Neighbour | undefined {
  const text = plainHeading(heading, 60)
  const [plain, whole] = [text.replace(/[([][^()[\]]*[)\]]/g, ' '), text].map((text) =>
    text.replace(/[*:.?/\s()[\]]+/g, ' ').trim(),
  )
  return NEIGHBOUR_WORDS.find(({ words }) => words.test(plain ?? '') || words.test(whole ?? ''))
    ?.kind
}

/** The end of a time; many lists are sent before theirs begins. */
const VALID =
  /(?<!\p{L})(?:valid|effective|gültig|valable|v[áa]lid[oa]s?|vigentes?)[^,;:()[\]]{0,30} (?:until|till|to|through|bis|au|jusqu['’]au|hasta|al) [^,;:()[\]]{0,20}\d{2}/iu

/** What a line beside a table says of whom its prices are for, or until when: `Customer Acme`, `valid until 2026`. */
export function limitsSaid(line: string): string[] {
  const [, label = '', value = ''] = /^([^:,]{1,40})[:,]\s*([^,;:()[\]]{1,25})/.exec(line) ?? []
  const kind = neighbourOf(label)
  const isLimit = (kind === 'customer' && !/list/i.test(label)) || kind === 'validTo'
  if (isLimit && !isHarmless(value.trim(), kind)) return [`${label} ${value}`]
  const isWithTax = isMeaning(`${label} ${value}`) && isGross(`${label} ${value}`)
  return isWithTax ? [`${label} ${value}`] : [...(VALID.exec(line.slice(0, 300)) ?? [])]
}

/** What a column under an unknown heading says of others by its cells: only currencies, units of weight, packs, or tax. */
export function neighbourIn(cells: readonly string[]): Neighbour | undefined {
  const every = (is: (cell: string) => unknown) => cells.every((cell) => cell !== '' && is(cell))
  const meaningOf = (cell: string) => readHeading(`(${cell})`).meaning
  if (cells.length === 0 || !every((cell) => cell.length <= 20)) return undefined
  if (every((cell) => isMeaning(cell) && (meaningOf(cell).currency || DOLLAR_CELL.test(cell))))
    return 'currency'
  if (every((cell) => gramsOf(cell) !== undefined && cell.length > 1)) return 'weightUnit'
  // One letter may be a size or grade.
  const isMany = (cell: string) => isPackage(cell) || (cell.length > 2 && unitOf(cell)?.pieces)
  if (every((cell) => isUnit(cell)) && cells.some(isMany)) return 'unit'
  const isPer = (cell: string) => /^(?:per|je|pro|par|por|\/)/i.test(cell) && meaningOf(cell).per
  if (every((cell) => isMeaning(cell) && isPer(cell))) return 'unit'
  return cells.some(isGross) ? 'tax' : undefined
}

const DOLLAR_CELL = /^(?:usd|us ?\$|\$|us dollars?|dollars?|u\.s\. dollars?|us)$/i
const ALL =
  /^(?:all|alle|every(?:body|one)|any|tous(?: les clients)?|todos(?: los clientes)?|\*|0|all (?:groups|customers|websites)(?: \[usd\])?|default|standard)$/i
/** A state in which a tool is sold. */
const ON_SALE =
  /^(?:active|aktiv|actif|activ[oa]|enabled|published|live|on ?sale|available|approved|released|freigegeben|ok|no|nein|non|false|0)$/i
const NO =
  /^(?:no|nein|non|n|0|false|falsch|faux|falso|net|netto|ht|neto|excl\.?|exkl\.?|excluded)$/i

/** Whether a cell of such a column says nothing new: prices in US dollars, without tax, each, for everybody. */
export function isHarmless(cell: string, kind: Neighbour): boolean {
  if (cell === '') return true
  if (kind === 'currency') return DOLLAR_CELL.test(cell)
  if (kind === 'tax') return NO.test(cell)
  if (kind === 'customer') return ALL.test(cell)
  if (kind === 'market') return ALL.test(cell)
  if (kind === 'state') return ON_SALE.test(cell)
  if (kind === 'per') return piecesIn(cell) === 1
  if (kind === 'weightUnit') return gramsOf(cell) === 1
  if (kind === 'unit') return unitOf(cell.replace(/^1 ?(?=\p{L})/u, '')) === null || cell === '1'
  if (kind === 'contents')
    return /^(?:1|0)(?:[.,]0+)?(?: ?\p{L}{1,6}\.?)?$/u.test(cell) || !/\d/.test(cell)
  return false
}

/** The number of pieces in a cell such as `100`, `1.000 Stk`, `C`; null for another text. */
export function piecesIn(cell: string): number | null {
  // 1.000 is one, or a thousand.
  if (/^\d{1,3}[.,]\d{3}$/.test(cell) || isPackage(cell)) return null
  const counted = /^(\d+)(?:[.,]0+)?$/.exec(cell)?.[1]
  if (counted) return Number(counted) || null
  const { per } = readHeading(`/ ${cell}`).meaning
  return per ?? (/^1 ?(?=\p{L})/u.test(cell) || isHarmless(cell, 'unit') ? 1 : null)
}
