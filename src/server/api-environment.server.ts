import type { Auth } from 'better-auth'
import type { ShopMetrics } from '#operations/shop-metrics.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import type { DocumentStore } from '#platform/documents/document-store.server.ts'
import type { ClientIpAddress } from '#platform/http/ip-address.server.ts'
import type { RateLimits } from '#platform/http/limits/rate-limits.server.ts'
import type { Site } from '#platform/http/site.ts'
import type { ImageStore } from '#platform/images/image-store.server.ts'
import type { Log } from '#platform/log.server.ts'
import type { WorkerPool } from '#platform/workers/worker-pool.server.ts'
import type { AccessTokens } from '#shop/auth/access/access-token.server.ts'
import type { AcceptInvitation } from '#shop/auth/api/auth-api.server.ts'
import type { VisitorLimits } from '#shop/auth/visitor-limits.server.ts'
import type { BrandSettings } from '#shop/brand/brand-api.server.ts'
import type { BeginShop } from '#shop/brand/own-shop-api.server.ts'
import type { CountMessage } from '#shop/contact/contact-messages.server.ts'
import type { Imports } from '#shop/imports/imports.server.ts'
import type { OrderDeps } from '#shop/orders/cancel/cancel-lines.server.ts'
import type { OrderRules } from '#shop/orders/order-caps.ts'
import type { CardProviders } from '#shop/payments/provider/card-providers.server.ts'
import type { SearchLimits } from '#shop/search/limit-searches.server.ts'
import type { ShippingRules } from '#shop/shipping/shipment.ts'

/** What both the app and its API are made from. */
export type SharedEnvironment = {
  db: Db
  log: Log
  clock: () => Date
  images: ImageStore
  documents: DocumentStore
  /** Runs what would block this process in others. */
  workers: WorkerPool
  /** Reads and applies files of products. */
  imports: Imports
  providers: CardProviders
  /** The folder of images and secrets, whose disk metrics and the admin overview show. */
  dataDir: string
  /** Whether buyers must verify their e-mail address before ordering. */
  requireVerifiedEmail: boolean
  requireAdminSecondFactor: boolean
  orderRules: OrderRules
  shippingRules: ShippingRules
  authSecret: string
  site: Site
  /** Origins besides the public one that may sign in. */
  trustedOrigins: string[]
}

export type ApiEnvironment = SharedEnvironment & {
  auth: Auth
  tokens: AccessTokens
  acceptInvitation: AcceptInvitation
  orders: OrderDeps
  metrics: Pick<ShopMetrics, 'countOrder'>
  limits: RateLimits
  visitorLimits: VisitorLimits
  countMessage: CountMessage
  searchLimits: SearchLimits
  clientIpAddress: ClientIpAddress
  /** Reads again what the owner has changed of the site. */
  refreshSite: () => Promise<void>
  beginShop: BeginShop
  /** What the settings say of what the page Shop sets too. */
  settings: BrandSettings
}
