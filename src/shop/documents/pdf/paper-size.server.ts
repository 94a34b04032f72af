import type { Seller } from '#shop/documents/document-content.server.ts'

// The countries that use Letter paper, as i18n-iso-countries names them, and their usual short names.
const letterCountries = new Set([
  'United States of America',
  'United States',
  'USA',
  'US',
  'Canada',
  'Mexico',
  'Philippines',
  'Chile',
  'Colombia',
  'Venezuela',
  'Costa Rica',
  'Guatemala',
  'Panama',
  'Dominican Republic',
  'Puerto Rico',
])

/** Returns the paper of a document: as set, or the usual one of the buyer's country. */
export function paperSize(
  { paper }: Pick<Seller, 'paper'>,
  country: string | null,
): 'A4' | 'LETTER' {
  if (paper !== 'auto') return paper === 'a4' ? 'A4' : 'LETTER'
  return country !== null && letterCountries.has(country) ? 'LETTER' : 'A4'
}
