/** Whether a product is sold or discontinued; a column of either sense. */
export const ON_SALE = {
  name: 'onSale',
  heading: 'Discontinued',
  others:
    'active|is active|aktiv|is discontinued|no longer made|end of life|eol|auslauf|auslaufartikel|abgekündigt|arrêté|actif|activo|descatalogado|obsolete|product status|item status|lifecycle status|artikelstatus',
  kind: 'text',
  isExported: false,
} as const

const OFF_SENSE = /discontinued|no longer|end of life|eol|auslauf|abgekündigt|arrêté|descatalogado|obsolete/i
const YES = /^(?:yes|y|true|1|x|ja|j|wahr|oui|vrai|sí|si|verdadero)$/i
const NO = /^(?:no|n|false|0|nein|falsch|non|faux|falso)$/i
const SOLD = /^(?:active|aktiv|actif|activo|on sale|available|in production|lieferbar)$/i
const OFF_SALE =
  /^(?:discontinued|inactive|inaktiv|inactif|inactivo|obsolete|end of life|eol|archived|auslauf(?:artikel)?|abgekündigt|ausgelaufen|arrêté|descatalogado|off sale|no longer made)$/i

/** What a cell says under its heading; undefined for words that are neither. */
export function readOnSale(cell: string, heading: string): 'yes' | 'no' | undefined {
  const text = cell.trim()
  if (SOLD.test(text)) return 'yes'
  if (OFF_SALE.test(text)) return 'no'
  const isSaid = YES.test(text) || (NO.test(text) ? false : undefined)
  if (isSaid === undefined) return undefined
  return isSaid === OFF_SENSE.test(heading) ? 'no' : 'yes'
}
