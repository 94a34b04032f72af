/**
 * What the number below a heading is, in English, German, French and Spanish, that is no quantity to order:
 * the pieces in each pack or set, what is under way, came back or was ordered before, or what was or will be
 * needed in a time.
 */
export type OtherQuantity = 'pack' | 'rival' | 'number'

/** What happens to pieces elsewhere than in this order. */
const ALREADY_WORDS = 'already|bereits|schon|d[ée]j[àa]|ya'
const ELSEWHERE_WORDS = `${ALREADY_WORDS}|on order|in bestellung|in transit|unterwegs|en commande|en pedido|en camino|received|erhalten\\p{L}*|(?:aus|nach)?geliefert\\p{L}*|delivered|shipped|livrée?s?|reçue?s?|recibid[oa]s?|entregad[oa]s?|servid[oa]s?|invoiced|billed|fakturiert\\p{L}*|facturée?s?|facturad[oa]s?|done|erledigt|closed|completed?`

export const words = (pattern: string) => new RegExp(`(?<![\\p{L}])(?:${pattern})(?![\\p{L}])`, 'u')

const PACKAGE =
  'box|bx|carton|ctn|karton|pack|package|packung|pkg|pk|pallet|palette|case|bag|beutel|vpe|ve|gebinde|crate|kiste|caja|boîte|boite|paquet|paquete|colis|set|kit|satz|bundle|bund|juego|jeu|lot|roll|rolle|sachet|bolsa'
const TIME =
  'year|yr|annum|month|week|day|quarter|jahr|monat|woche|tag|quartal|an|année|mois|semaine|jour|año|mes|semana|día|trimestre'

const PACKAGES =
  /(?<!\p{L})(?:boxes|cartons|kartons|packs|packages|packungen|pallets|paletten|cases|bags|crates|kisten|cajas|boîtes|paquetes|paquets|sets|kits|sätze|bundles|juegos|jeux|lots|rolls|rollen|assemblies)(?!\p{L})/u
const PACK = words(
  `(?:per|pro|je|par|por)\\s+(?!(?:${TIME})(?!\\p{L}))\\p{L}+|(?:${PACKAGE})\\s*(?:size|qty|quantity|count|contents?|pack)|^(?:pack|case)s?$|^(?:inner|packing|master)(?: pack)?$|(?:qty|quantity|pcs|pieces|units|menge|stück|anzahl|qté|quantité|cantidad) (?:in|im|en|dans|of)\\s+(?:(?:a|the|each|einem|un|une|la|el)\\s+)?(?:${PACKAGE})|vpe|ve|verpackungseinheit|(?:ver)?packungs?(?:größe|groesse|inhalt|menge)|gebinde(?:größe|inhalt)?|(?:karton)?inhalt|contents?|packaging|conditionnement|colisage|pcb|contenance|contenido|envase|embalaje`,
)
const SLASH = new RegExp(
  `\\/\\s*(?:${PACKAGE}|assy|assembly|unit|board|machine|store|person|baugruppe)(?:e?s)?(?!\\p{L})`,
  'u',
)
const MEASURED = words(
  'weight|gewicht|poids|peso|volumen?|kg|lead|time|days|min|minimum|max|maximum|mindest\\p{L}*|stock|bestand|on hand',
)
const RIVAL = words(
  `${ELSEWHERE_WORDS}|sent|versendet\\p{L}*|versandt|expédiée?s?|enviad[oa]s?|dispatched|confirmed|bestätigt\\p{L}*|confirmée?s?|confirmad[oa]s?|missing|fehlend\\p{L}*|manquante?s?|faltantes?|installed|verbaut\\p{L}*|multiplier|multiplikator|factor|faktor|mult|back ?order(?:ed|s)?|(?:to )?ship|zu liefern|à (?:livrer|expédier)|(?:a|por) (?:entregar|enviar)|old|alte?[nrs]?|ancien(?:ne)?s?|antigu[oa]s?|short(?:age)?|accepted|backlog|open|offene?|remaining|balance|saldo|solde|left|rest|pending|pendientes?|outstanding|ausstehend|rückstand|rejected|damaged|scrap|bestellbestand|returned|returns?|retour(?:en|e|s|née?s?)?|retourmenge|retourniert|rücksendung|zurückgesandt|rma|credit(?:ed)?|gutschrift|avoirs?|devuelt[oa]s?|devoluci[oó]n(?:es)?|abonad[oa]s?|cancell?ed|storniert|annulée?s?|anulad[oa]s?|cancelad[oa]s?|berechnet|reserved|allocated|reserviert|réservée?s?|reservad[oa]s?`,
)
const PAST = words(
  `(?:19|20)\\d\\d|ab|from|à partir|desde|purchased|cumulati\\p{L}*|kumuliert|cumulée?s?|acumulad[oa]s?|to date|counted|gezählt|picked|last|previous|previously|prior|former|past|histor\\p{L}*|letzte[nrs]?|zuletzt|vorige[nrs]?|vorherige[nrs]?|vorjahr\\p{L}*|vormonat\\p{L}*|bisher\\p{L}*|derni[èe]re?s?|pr[ée]c[ée]dente?s?|últim[oa]s?|ultim[oa]s?|anterior(?:es)?|(?:${TIME})s?|annual|yearly|monthly|weekly|daily|quarterly|jahres\\p{L}*|jährlich\\p{L}*|monats\\p{L}*|monatlich\\p{L}*|wochen\\p{L}*|annuel(?:le)?s?|mensuel(?:le)?s?|anual(?:es)?|mensual(?:es)?|p ?a|used|usage|consumed|consumption|verbrauch\\p{L}*|consomm\\p{L}*|consum\\p{L}*|sold|sales|verkauf\\p{L}*|absatz|vendue?s?|ventes?|ventas?|vendid[oa]s?|forecast|prognose|prévisions?|previsi[oó]n|average|avg|durchschnitt\\p{L}*|moyenne?|promedio|suggest\\p{L}*|recommend\\p{L}*|vorschlag\\p{L}*|empfohlen\\p{L}*|suggér\\p{L}*|recommand\\p{L}*|sugerid[oa]s?|recomendad[oa]s?|breaks?|tier|staffel\\p{L}*|mengenstaffel|palier|tramo|target|safety|budget|plan(?:ned)?|geplant\\p{L}*|prévue?s?|planificad[oa]s?|ytd|bom|quoted?|angebots?\\p{L}*|devis|presupuesto`,
)

/** Returns what a heading of numbers says they are besides a quantity to order; undefined if it says nothing. */
export function otherQuantity(heading: string): OtherQuantity | undefined {
  const written = heading.slice(0, 200).toLowerCase()
  const text = written.replace(/[^\p{L}\p{N}#]+/gu, ' ').trim()
  if (RIVAL.test(text)) return 'rival'
  const isMeasured = MEASURED.test(text)
  if (!isMeasured && (PACK.test(text) || SLASH.test(written))) return 'pack'
  return PAST.test(text) ? 'number' : undefined
}

export const ALREADY = words(ALREADY_WORDS)
/** What says that pieces are under way, were delivered or ordered before. */
export const DONE = words(ELSEWHERE_WORDS)
/** The same in a line, which may also say what is in stock, or was once. */
export const ELSEWHERE = words(
  `${ELSEWHERE_WORDS}|last (?:time|order)|letzt\\p{L}* mal|zuletzt|dernière fois|última vez|in stock|on hand|auf lager|bestand|en stock|en existencia|zurück|back to you`,
)

/** Whether a heading counts packs or sets: `Sets`, `Qty (boxes)`. */
export const countsPacks = (heading: string) => PACKAGES.exec(heading.toLowerCase())?.[0]

/** Whether a heading counts pieces: `Stück`, `Qty (pcs)`. */
export const countsPieces = (heading: string) =>
  words(
    'pcs|pieces?|(?<!(?:qty|quantity) )each|ea|stück|stückzahl|stk|stck|pièces?|pieces?|piezas?|pzas?|unités|unidades|units',
  ).test(heading.toLowerCase())
