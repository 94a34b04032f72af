import { countryName } from '#platform/countries.ts'
import type { Seller } from '#shop/documents/document-content.server.ts'

const letterCountries = new Set([
  ...'US CA MX PH CL CO VE CR GT PA DO PR'.split(' ').map(countryName),
  // Common spellings.
  ...['United States of America', 'USA', 'US'],
])

/** Returns the paper of a document: as set, or the usual one of the buyer's country. */
export function paperSize(
  { paper }: Pick<Seller, 'paper'>,
  country: string | null,
): 'A4' | 'LETTER' {
  if (paper !== 'auto') return paper === 'a4' ? 'A4' : 'LETTER'
  return country !== null && letterCountries.has(country) ? 'LETTER' : 'A4'
}
