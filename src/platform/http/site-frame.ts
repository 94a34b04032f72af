/** A line of the footer: a link, or only a text where `to` is empty. */
export type FooterLine = { text: string; to: string }

/** What the owner sets around all pages: menu, footer, and titles for search engines. */
export type SiteFrame = {
  portfolio: { name: string; isHidden: boolean }
  footer: { about: string; end: string; columns: { heading: string; lines: FooterLine[] }[] }
  /** Titles and descriptions of pages, instead of the usual ones where they are not empty. */
  heads: { path: string; title: string; description: string }[]
}

/** The name of the portfolio until the owner sets another (product 2.6). */
export const PORTFOLIO = 'My Portfolio'
const END = 'All prices in US dollars.'

const leadHome = (...texts: string[]) => texts.map((text) => ({ text, to: '/' }))

// product 2.8: the demo's footer leads home.
export const demoFrame: SiteFrame = {
  portfolio: { name: PORTFOLIO, isHidden: false },
  footer: {
    about: 'Tools by the crate, from the people who forge, grind and measure them.',
    end: END,
    columns: [
      { heading: 'Tools', lines: leadHome('Wrenches', 'Striking', 'Cutting', 'Measuring') },
      { heading: 'Service', lines: leadHome('Delivery', 'Warranty', 'Spare parts') },
      { heading: 'House', lines: leadHome('Our works', 'Imprint', 'Privacy') },
    ],
  },
  heads: [],
}

/** Returns what is around the pages of a site; the demo's for a site that failed to load. */
export function frameOf(site: { frame?: SiteFrame | undefined } | undefined): SiteFrame {
  return site?.frame ?? demoFrame
}
