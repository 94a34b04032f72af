import { countryCode } from '#platform/countries.ts'
import type { Seller } from '#shop/documents/document-content.server.ts'

const LETTER_COUNTRIES = 'US CA MX PH CL CO VE CR GT PA DO PR'.split(' ')

/** Returns the paper of a document: as set, or the usual one of the buyer's country. */
export function paperSize({ paper }: Pick<Seller, 'paper'>, country: string | null): 'A4' | 'LETTER' {
  if (paper !== 'auto') return paper === 'a4' ? 'A4' : 'LETTER'
  return LETTER_COUNTRIES.includes(countryCode(country ?? '') ?? '') ? 'LETTER' : 'A4'
}
