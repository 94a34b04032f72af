/** The legal pages that a shop may have, by the last part of their path. */
export const legalSlugs = ['terms', 'privacy', 'imprint', 'shipping-and-returns'] as const
export type LegalSlug = (typeof legalSlugs)[number]

export const legalTitles: Record<LegalSlug, string> = {
  terms: 'Terms and conditions',
  privacy: 'Privacy',
  imprint: 'Imprint',
  'shipping-and-returns': 'Shipping and returns',
}

/** Returns the legal page that a path names; undefined for none. */
export function readLegalSlug(text: string | undefined): LegalSlug | undefined {
  return legalSlugs.find((slug) => slug === text)
}
