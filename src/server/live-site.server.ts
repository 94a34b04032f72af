import type { MiddlewareHandler } from 'hono'
import { isOwnShop } from '#operations/installation.server.ts'
import { isBeingEmptied } from '#operations/own-shop/begin-own-shop.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { unavailable } from '#platform/http/http-errors.ts'
import type { Site } from '#platform/http/site.ts'
import { demoFrame, type SiteFrame } from '#platform/http/site-frame.ts'
import type { ImageStore } from '#platform/images/image-store.server.ts'
import { findBrand, lookOf } from '#shop/brand/brand.server.ts'
import { listFirstSkus } from '#shop/catalogue/products.server.ts'
import type { Seller } from '#shop/documents/document-content.server.ts'
import { storeLetterheadLogo, writeSeller } from '#shop/documents/seller.server.ts'
import { findExistingPages } from '#shop/pages/legal-pages.server.ts'
import { findFrame, findPortfolio } from '#shop/portfolio/site-texts.server.ts'
import { simplePage } from './page-outage.server.ts'

// Another process may have changed it.
const MAX_AGE_MS = 1_000
const EMPTYING = 'The shop is being prepared. Please try again in a minute.'

/** The seller of the settings. `ownName` is the one that only the settings set. */
export type SellerSetting = Seller & { ownName?: string | undefined }

export type LiveSite = {
  /** Reads what the owner has set. */
  refresh: () => Promise<void>
  /** Reads it again in the background when it is old. */
  middleware: MiddlewareHandler
  /** Answers 503 while the demo is removed. */
  closed: MiddlewareHandler
}

type LiveSiteEnvironment = {
  db: Db
  images: ImageStore
  site: Site
  /** Absent in tests of other things; documents then have the seller of the database. */
  seller?: SellerSetting | undefined
}

/**
 * Keeps `site` as the owner has set it, and the seller of documents with it. The object is changed in
 * place, so that all that use it follow. The settings hold for what the owner has not set.
 */
export function createLiveSite({ db, images, site, seller }: LiveSiteEnvironment): LiveSite {
  const { name, isOwn: isLive } = site
  if (isLive) site.frame ??= ownFrame
  let isClosed = false
  let readAt = 0
  let sellerOfVersion: number | undefined
  const refresh = async () => {
    readAt = Date.now()
    const [brand, legalPages, isOwn, frame] = await Promise.all([
      findBrand(db),
      findExistingPages(db),
      isOwnShop(db),
      findFrame(db),
    ])
    isClosed = await isBeingEmptied(db)
    site.isOwn = isLive || isOwn
    if (site.isOwn) site.firstSkus = await listFirstSkus(db)
    site.name = brand.name ?? name
    site.contactEmail = brand.contactEmail ?? undefined
    site.look = lookOf(brand)
    site.legalPages = legalPages
    site.frame = frame?.content ?? (site.isOwn ? await usualFrame(db) : undefined)
    if (!seller || sellerOfVersion === brand.version) return
    const { ownName, ...details } = seller
    const { logo, accent } = site.look
    await writeSeller(db, {
      ...details,
      name: ownName ?? site.name,
      email: site.contactEmail ?? details.email,
      ...(logo && (await storeLetterheadLogo(db, images, logo)) && { logo }),
      ...(site.isOwn && { hasMark: false }),
      ...(accent && { accent }),
    })
    sellerOfVersion = brand.version
  }
  return {
    refresh,
    middleware: (_, next) => {
      // Without the database, the last state stays.
      if (Date.now() - readAt > MAX_AGE_MS) refresh().catch(() => {})
      return next()
    },
    closed: async (c, next) => {
      if (!isClosed || ['/healthz', '/readyz'].includes(c.req.path)) return next()
      const { body, status, headers } = unavailable(EMPTYING)
      if (c.req.path.startsWith('/api/')) return c.json(body, status, headers)
      return c.html(simplePage(body.message), status, headers)
    },
  }
}

/** The frame of a shop without the demo, until its owner sets another. */
const ownFrame: SiteFrame = {
  portfolio: { name: demoFrame.portfolio.name, isHidden: true },
  footer: {
    about: '',
    end: demoFrame.footer.end,
    columns: [
      {
        heading: 'Shop',
        lines: [
          { text: 'All tools', to: '/purchase' },
          { text: 'Categories', to: '/tools' },
          { text: 'Order list', to: '/order-list' },
        ],
      },
      {
        heading: 'Service',
        lines: [
          { text: 'Blogs', to: '/blogs' },
          { text: 'Reviews', to: '/reviews' },
          { text: 'Contact', to: '/contact' },
        ],
      },
    ],
  },
  heads: [],
}

/** The frame of an own shop until its owner sets another: with the portfolio, once one is written. */
async function usualFrame(db: Db): Promise<SiteFrame> {
  const isHidden = (await findPortfolio(db)) === undefined
  return { ...ownFrame, portfolio: { ...ownFrame.portfolio, isHidden } }
}
