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

export type ApiEnvironment = {
  db: Db
  log: Log
  clock: () => Date
  images: ImageStore
  documents: DocumentStore
  workers: WorkerPool
  imports: Imports
  auth: Auth
  tokens: AccessTokens
  acceptInvitation: AcceptInvitation
  providers: CardProviders
  requireVerifiedEmail: boolean
  requireAdminSecondFactor: boolean
  authSecret: string
  orders: OrderDeps
  orderRules: OrderRules
  shippingRules: ShippingRules
  metrics: Pick<ShopMetrics, 'countOrder'>
  limits: RateLimits
  visitorLimits: VisitorLimits
  countMessage: CountMessage
  searchLimits: SearchLimits
  clientIpAddress: ClientIpAddress
  site: Site
  /** Reads again what the owner has changed of the site. */
  refreshSite: () => Promise<void>
  beginShop: BeginShop
  /** What the settings say of what the page Shop sets too. */
  settings: BrandSettings
  trustedOrigins: string[]
  dataDir: string
}
