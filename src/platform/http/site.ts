import type { Cents } from '#platform/money.ts'
import type { LegalSlug } from './legal-page.ts'
import type { SiteFrame } from './site-frame.ts'

/** What the owner has chosen of the shop's look; the defaults hold for what is absent. */
export type SiteLook = {
  /** The URL of the logo on light ground: documents and icons. */
  logo?: string
  /** The same on dark ground: the header and mails. */
  darkLogo?: string
  /** Whether the logo contains the name, so that it does not stand beside it. */
  logoHasName?: boolean
  linkImage?: string
  /** The accent colour of the light theme; both are set or none. */
  accent?: string
  darkAccent?: string
}

/** The shop's name, URL and options, which every page uses. */
export type Site = {
  name: string
  /** The configured public URL without a trailing slash; never taken from a request. */
  publicUrl: string
  look?: SiteLook
  /** The contact e-mail, if the owner has set it; the setting's otherwise. Not sent to browsers. */
  contactEmail?: string | undefined
  /** What the owner writes above and below the text of every mail. Not sent to browsers. */
  mailTexts?: { greeting: string; closing: string } | undefined
  /** The seller's time zone, an IANA name; UTC if absent. */
  timeZone?: string
  /** The lowest price of a product, if the owner has set another than that of the specification. */
  lowestPrice?: Cents | undefined
  /** The legal pages that exist; none if absent. */
  legalPages?: LegalSlug[]
  /** Menu, footer and titles of pages, if the owner has set them; `frameOf` has the defaults. */
  frame?: SiteFrame | undefined
  /** The first SKUs of the catalogue, which examples take; `exampleSkus` has others. */
  firstSkus?: string[]
  /** Whether it is the owner's shop: live, or a demo whose demo content was removed. */
  isOwn?: boolean
  /** Whether external services are simulated; a banner says so. */
  isDemo: boolean
  offersGoogle: boolean
  /** Whether tax is added to the prices, which are net. */
  addsTax?: boolean
  /** The minimum length of a new password; 6 if absent. */
  minPasswordLength?: number
  /** The path of the inbox that shows the mails of a demo without a mail server. */
  inboxPath?: string
  /** The path of the card simulator's page, in a demo without a card provider. */
  cardsPath?: string
  /** The path of the demo's generated logins, in a demo that only this machine reaches. */
  demoLoginsPath?: string
}

/** The absolute public URL of `path`, which starts with `/`; an absolute URL is returned unchanged. */
export function publicUrlOf(site: Pick<Site, 'publicUrl'>, path: string): string {
  return new URL(path, site.publicUrl).href
}

/** Returns two SKUs for examples: the owner's first ones, or those of the demo. */
export function exampleSkus(site: Pick<Site, 'firstSkus' | 'isOwn'> | undefined): [string, string] {
  const [first, second] = site?.firstSkus ?? []
  if (first) return [first, second ?? first]
  return site?.isOwn ? ['AB-100', 'AB-200'] : ['FW-1013', 'FW-1250']
}
