import type { MiddlewareHandler } from 'hono'
import { isOwnShop } from '#operations/installation.server.ts'
import { isBeingEmptied } from '#operations/own-shop/begin-own-shop.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { unavailable } from '#platform/http/http-errors.ts'
import type { Site } from '#platform/http/site.ts'
import { demoFrame, type SiteFrame } from '#platform/http/site-frame.ts'
import type { ImageStore } from '#platform/images/image-store.server.ts'
import { dollarsToCents } from '#platform/money.ts'
import { readCarriers } from '#platform/settings/shipping-settings.ts'
import { type Brand, findBrand, lookOf, whileBrandIs } from '#shop/brand/brand.server.ts'
import type { BrandSettings } from '#shop/brand/brand-api.server.ts'
import { listFirstSkus } from '#shop/catalogue/products.server.ts'
import type { Seller } from '#shop/documents/document-content.server.ts'
import { storeLetterheadLogo, writeSeller } from '#shop/documents/seller.server.ts'
import type { OrderRules } from '#shop/orders/order-caps.ts'
import { findExistingPages } from '#shop/pages/legal-pages.server.ts'
import { findFrame, findPortfolio } from '#shop/portfolio/site-texts.server.ts'
import { alignListDays } from '#shop/prices/list-days.server.ts'
import type { ShippingRules } from '#shop/shipping/shipment.ts'
import { simplePage } from './page-outage.server.ts'

// Another process may have changed it.
const MAX_AGE_MS = 1_000
const EMPTYING = 'The shop is being prepared. Please try again in a minute.'

/** The seller of the settings. `ownName` is the one that only the settings set. */
export type SellerSetting = Seller & { ownName?: string | undefined }

export type LiveSite = {
  /** What the settings say of what the page Shop sets too. */
  settings: BrandSettings
  /** Reads what the owner has set. */
  refresh: () => Promise<void>
  /** Reads it again in the background when it is old. */
  refreshOld: () => void
  /** Does so at each request. */
  middleware: MiddlewareHandler
  /** Answers 503 while the demo is removed. */
  closed: MiddlewareHandler
}

type LiveSiteEnvironment = {
  db: Db
  images: ImageStore
  site: Site
  orderRules: OrderRules
  shippingRules: ShippingRules
  /** The contact e-mail of the settings. */
  contactEmail?: string | undefined
  /** Absent in tests of other things; documents then have the seller of the database. */
  seller?: SellerSetting | undefined
}

/**
 * Keeps `site` and the rules as the owner has set them, and the seller of documents with them. The objects are
 * changed in place, so that all that use them follow. The settings hold for what the owner has not set.
 */
export function createLiveSite(environment: LiveSiteEnvironment): LiveSite {
  const { db, images, site, contactEmail = '', seller, orderRules, shippingRules } = environment
  const { name, isOwn: isLive, timeZone = 'UTC' } = site
  if (isLive) site.frame ??= ownFrame
  const { taxPercent } = orderRules
  const { carriers } = shippingRules
  let isClosed = false
  let readAt = 0
  let [seenVersion, appliedVersion] = [0, 0]
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
    const usual = frame === undefined && site.isOwn ? await usualFrame(db) : undefined
    // A later look has ended before this one.
    if (brand.version < seenVersion) return
    seenVersion = brand.version
    site.name = brand.name ?? name
    site.contactEmail = brand.contactEmail ?? undefined
    site.look = lookOf(brand)
    site.timeZone = brand.timeZone ?? timeZone
    site.lowestPrice = brand.lowestPrice ? dollarsToCents(Number(brand.lowestPrice)) : undefined
    const { mailGreeting: greeting, mailClosing: closing } = brand
    site.mailTexts = { greeting: greeting ?? '', closing: closing ?? '' }
    orderRules.taxPercent = Number(brand.taxPercent ?? taxPercent)
    site.addsTax = orderRules.taxPercent > 0
    shippingRules.carriers = (brand.carriers && readCarriers(brand.carriers)) || carriers
    site.legalPages = legalPages
    site.frame = frame?.content ?? usual
    if (appliedVersion >= brand.version) return
    const zone = site.timeZone
    const details = seller && (await sellerNow(seller, brand))
    await whileBrandIs(db, brand.version, async (db) => {
      await alignListDays(db, zone)
      if (details) await writeSeller(db, details)
    })
    appliedVersion = brand.version
  }
  const sellerNow = async ({ ownName, ...details }: SellerSetting, brand: Brand) => {
    const { logo, accent } = site.look ?? {}
    return {
      ...details,
      name: brand.sellerName ?? ownName ?? site.name,
      address: brand.sellerAddress ?? details.address,
      taxId: brand.taxId ?? details.taxId,
      taxName: brand.taxName ?? details.taxName,
      email: site.contactEmail ?? details.email,
      ...(brand.bank && { bank: brand.bank }),
      ...(logo && (await storeLetterheadLogo(db, images, logo)) && { logo }),
      ...(site.isOwn && { hasMark: false }),
      ...(accent && { accent }),
    }
  }
  let reading = false
  const refreshOld = () => {
    if (Date.now() - readAt < MAX_AGE_MS) return
    // Without the database, the last state stays.
    if (reading) return
    reading = true
    void refresh()
      .catch(() => {})
      .finally(() => {
        reading = false
      })
  }
  return {
    settings: {
      name,
      contactEmail,
      sellerName: seller?.ownName ?? '',
      sellerAddress: seller?.address ?? '',
      taxId: seller?.taxId ?? '',
      taxName: seller?.taxName ?? '',
      taxPercent: `${taxPercent}`,
      timeZone,
      carriers: carriers.map(({ name }) => name).join(', '),
    },
    refresh,
    refreshOld,
    middleware: (_, next) => {
      refreshOld()
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
