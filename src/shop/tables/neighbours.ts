import { gramsOf, isGross, isMeaning, plainHeading, readHeading, TAX, whole } from './meanings.ts'
import { isPackage, isUnit, unitOf } from './units.ts'

/** What a column says of the numbers of others. */
export type Neighbour =
  | ('currency' | 'tax' | 'per' | 'unit' | 'weightUnit')
  | ('customer' | 'market' | 'state' | 'validFrom' | 'validTo' | 'contents')

/**
 * What columns say of others, by their headings in English, German, French, Spanish, and in codes of ERPs. Spaces
 * and small words such as “of” don't count; [a|b] is one of these words, (a|b) one of them or none, * any letters.
 */
const HEADINGS = `
currency / (price)[currency|curr|cur|ccy](code|iso|key), iso[currency|code] / (preis)[währung|waehrung|währg|valuta], währungs* / (prix|code)[devise|monnaie](code) / (código)[moneda|divisa](iso) / waers, konwa, whg, wkz
tax / [inc|incl|includes|including|included|inclusive]<tax>, <tax>[inc|incl|including|included|inclusive], net(or)gross, gross(or)net, inclexcl, prices include tax / [inkl|inklusive|mit]<tax>, <tax>[inkl|inklusive|enthalten], netto(oder)brutto, bruttonetto, inklexkl / avec<tax>, <tax>compris(e|es), ht(ou)ttc, ttcht / con<tax>, <tax>inclui[do|dos], neto(o)bruto
per / [price|pricing][unit|base|basis|per|qty|quantity|factor|for|divisor], [price|pricing]unit[qty|quantity], (price)base qty, quantity unit price, qty per price, divisor, per / preis[einheit|menge|basis|dimension|faktor|per|je|pro|für|divisor], preis[je|pro|für]menge, menge[je|pro|per]preis, basismenge, peinh, preh, je, pro / [unité|base|quantité]prix, unité tarifaire, prix[pour|par], quantité base, [qté|quantité]par prix, diviseur, par / [unidad|base]precio, precio[por|para], cantidad[base|por precio], por / pe, peh, kpein
weightUnit / (variant)[weight|wt][unit|uom|unit measure](code), w uom, unit weight / einheit[gewicht|gewichts], gew(ichts|icht)[einheit|einh] / unité poids / unidad peso / gewei
unit / (price|sales|selling|base|order|qty|quantity|stock)[unit|units|uom|um|unit measure], unity, unit sale, sold[in|by], uom price / (mengen|basis|basismengen|verkaufs|verkaufsmengen|preismengen|bestell|lager|bestands)einheit, einh, einheit preis, [preis|bestell|lager|bestands|basis]me, verkauf in / [unité|unite](vente|mesure|base) / unidad(venta|medida|base), ud medida / me, meh, bme, vke, kmein, meins, udm, un, uvc, pme, bpme
customer / (tier price|for)[customer|client|account|buyer](s)(no|nr|number|name|id|code|group|account), sold to(party), price[group|list|level], tier price website, dealer, reseller, channel, segment / [kunde|kunden|debitor|debitoren](no|nr|nummer|name|id|code|gruppe), kd(nr|no|nummer|name), preis[gruppe|liste|level|stufe], händler, vertriebskanal / (n°|no|code|nom|groupe|id)(du)client(s), client[no|n°|nr|id|code|name], [liste|groupe|grille][prix|tarif], tarif client, groupe tarifaire, revendeur / (código|nombre|grupo|id)cliente(s), cliente[no|n°|id|code], [lista|grupo|tarifa]precio(s) / kunnr
market / [company|website|web site|store|store view|branch|region|market|country|year](code|name|id|no|nr), for, sales org(anisation|anization), plant, warehouse / [firma|unternehmen|filiale|niederlassung|gebiet|markt|land|jahr](code|name|id|no|nr), für, buchungskreis, verkaufsorg(anisation), vertriebsweg, werk(s), lager, depot / [société|societe|entreprise|région|marché|pays|année](code|nom), pour, dépôt, entrepôt, magasin, site web / [empresa|sucursal|región|mercado|país|año](código|nombre), para, almacén, bodega, centro, tienda, sitio web / bukrs, vkorg, vtweg
state / (item|product|article|price)[status|state], discontinued, blocked, inactive, obsolete / (artikel|material|preis)status, zustand, auslauf(artikel), gesperrt / statut, état / estado
validFrom / (price)[valid|applies|active|effective][from|since|date], effective, validity[start|from], [start|from|begin|effective|valid from]date, date from, price[start|date|from], start / gültig[ab|von|seit|keit ab|keit von|keit beginn|keitsbeginn], (ab|von|preis|preis ab)datum, stichtag, von / valable[du|à partir du|à partir|dès|depuis], date[début|effet|d'effet|d’effet], [début|debut](validité), en vigueur(depuis|à partir|à partir du), à partir(du) / [válido|vigente|vigencia|validez]desde, válido a partir, fecha[inicio|vigencia|desde], inicio(vigencia|validez), desde / datab
validTo / valid[from to|ity from to], (price)[valid|effective|active|applies][to|until|till|thru|through], validity(end|to|period|time), valid(period), [end|to|expiry|expiration|valid to]date, expir[y|es|ation](on), [offer|price][end|ends|until], date to, until, end / gültig(bis|von bis|keit|keit bis|keit ende|keitsende|keitsdauer|keitszeitraum), bis(datum), zeitraum, laufzeit, ablauf(datum) / valable(au|jusqu'au|jusqu’au|jusqu'à), [validité|durée|période](validité), date[fin|expiration], fin validité, jusqu'au, jusqu’au, jusquau / [válido|vigente|vigencia|validez]hasta, vigencia(desde hasta), validez, [periodo|período](vigencia|validez), fecha[fin|caducidad|vencimiento|hasta], fin[vigencia|validez], hasta / datbi
contents / [pack|case|box|carton|packaging|packing|bundle|inner|master](size|qty|quantity|unit|content|contents|pack), content(s), [qty|quantity|pieces|pcs|units|unit|stück|menge|anzahl|stk|st|quantité|pièces|qté|cantidad|unidades|piezas|uds][per|pro|je|par|por]*, units in[pack|box|case], [pcs|units][box|case|carton|pack], lot(size), set size / [st|stk|stück][vpe|ve|karton|packung|box], inhalt, vpe(menge), verpackungseinheit, packungs[größe|inhalt], gebinde(größe), verp(ackung|einheit), packung / [pièces|qté][boîte|carton|colis], conditionnement, colisage, contenu, colis / [unidades|uds]caja, contenido, presentación, empaque, embalaje / ve, mpq
`
const SMALL = /(?<!\p{L})(?:of|the|de|del|des|la|le|les|el|d)(?!\p{L}|['’])|[\s/?]+/gu
const KINDS = HEADINGS.trim()
  .split('\n')
  .map((row) => {
    const [kind = '', ...languages] = row.split(' / ')
    const words = languages
      .join('|')
      .replace(/(?<=^|[^[(|])[,] ?/g, '|')
      .replace(/ |\|$/g, '')
    const pattern = words
      .replace(/\(([^)]{0,300})\)/g, '(?:$1)?')
      .replace(/\[([^\]]{0,300})\]/g, '(?:$1)')
      .replaceAll('*', '\\p{L}+')
      .replaceAll('<tax>', TAX.replaceAll(' ', ''))
    return { kind: kind as Neighbour, words: whole(pattern) }
  })

/** What a column under this heading says of others; undefined for other headings. */
export function neighbourOf(heading: string): Neighbour | undefined {
  const text = plainHeading(heading, 60)
  const plain = text.replace(/[([][^()[\]]*[)\]]/g, ' ')
  const written = [plain, text].map((text) => text.replace(/[*:.()[\]]+/g, ' ').replace(SMALL, ''))
  return KINDS.find(({ words }) => written.some((text) => words.test(text)))?.kind
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
const NO = /^(?:no|nein|non|n|0|false|falsch|faux|falso|net|netto|ht|neto|excl\.?|exkl\.?|excluded)$/i

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
  if (kind === 'contents') return /^(?:1|0)(?:[.,]0+)?(?: ?\p{L}{1,6}\.?)?$/u.test(cell) || !/\d/.test(cell)
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
