import { OpenAPIHono } from '@hono/zod-openapi'
import { bodyLimit } from 'hono/body-limit'
import { routePath } from 'hono/route'
import { readOwnerHealth } from '#operations/owner-health.server.ts'
import { countDemo, removeDemo } from '#operations/seed/remove-demo.server.ts'
import { logRefusals } from '#platform/http/api/refusal-log.server.ts'
import { errorResponse } from '#platform/http/api/rest-api.server.ts'
import { HttpRefusal } from '#platform/http/http-errors.ts'
import { withProperties } from '#platform/http/route-properties.server.ts'
import { exampleSkus } from '#platform/http/site.ts'
import { type AuditContext, identifyCaller } from '#shop/auth/access/caller.server.ts'
import { createRoleApi } from '#shop/auth/access/role-api.server.ts'
import { createAuthApi } from '#shop/auth/api/auth-api.server.ts'
import { refuseAuth } from '#shop/auth/auth-refusals.server.ts'
import { createSessionsApi } from '#shop/auth/sessions/sessions-api.server.ts'
import { createManageBlogApi } from '#shop/blog/admin/manage-blog-api.server.ts'
import { createBlogApi } from '#shop/blog/blog-api.server.ts'
import { createBrandApi } from '#shop/brand/brand-api.server.ts'
import { createOwnShopApi } from '#shop/brand/own-shop-api.server.ts'
import { createCategoriesApi } from '#shop/catalogue/categories/categories-api.server.ts'
import { createProductDetailsApi } from '#shop/catalogue/details/product-details-api.server.ts'
import { createFamiliesApi } from '#shop/catalogue/families/families-api.server.ts'
import { shownImage } from '#shop/catalogue/images/shown-image.server.ts'
import { createColumnChoicesApi } from '#shop/column-choices/column-choices-api.server.ts'
import { createCompaniesApi } from '#shop/companies/companies-api.server.ts'
import { createCustomerFileApi } from '#shop/companies/customer-file/customer-file-api.server.ts'
import { createPendingUsersApi } from '#shop/companies/pending/pending-users-api.server.ts'
import { createContactApi } from '#shop/contact/contact-api.server.ts'
import { createMessagesApi } from '#shop/contact/inbox/messages-api.server.ts'
import { createCustomersApi } from '#shop/customers/customers-api.server.ts'
import { createDocumentsApi } from '#shop/documents/documents-api.server.ts'
import { createNumberingApi } from '#shop/documents/numbering/numbering-api.server.ts'
import { addImport, CHANGE_ONLY } from '#shop/imports/change-import.server.ts'
import { createProductExportApi } from '#shop/imports/export/export-api.server.ts'
import { createImportUploadApi } from '#shop/imports/import-upload-api.server.ts'
import { createImportsApi } from '#shop/imports/imports-api.server.ts'
import { createNamedListsApi } from '#shop/list-store/named/named-lists-api.server.ts'
import { createOrderListApi } from '#shop/list-store/order-list-api.server.ts'
import { createAllLinesApi } from '#shop/order-desk/all-lines-api.server.ts'
import { createAllOrdersApi } from '#shop/order-desk/all-orders-api.server.ts'
import { createHeldStockApi } from '#shop/order-desk/held-stock-api.server.ts'
import { createSpreadsheetsApi } from '#shop/order-list/paste/spreadsheets-api.server.ts'
import { createLinesApi } from '#shop/orders/api/lines-api.server.ts'
import { createOrdersApi } from '#shop/orders/api/orders-api.server.ts'
import { createOrderListsApi } from '#shop/orders/history/order-lists-api.server.ts'
import { createOrderNotesApi } from '#shop/orders/notes/order-notes-api.server.ts'
import { createOrderLimitsApi } from '#shop/orders/purchase/order-limits-api.server.ts'
import { createOrderQueue } from '#shop/orders/purchase/order-queue.server.ts'
import { createLegalPagesApi } from '#shop/pages/legal-pages-api.server.ts'
import { createCheckoutApi } from '#shop/payments/checkout-api.server.ts'
import { createPaymentWebhook } from '#shop/payments/payment-webhook.server.ts'
import { createPaymentsApi } from '#shop/payments/payments-api.server.ts'
import { createShelfApi } from '#shop/pieces/shelf-api.server.ts'
import { createSiteTextsApi } from '#shop/portfolio/site-texts-api.server.ts'
import { createPriceFileApi } from '#shop/price-file/price-file-api.server.ts'
import { createPriceSheetApi } from '#shop/price-file/price-sheet-api.server.ts'
import { createPriceListsApi } from '#shop/prices/price-lists-api.server.ts'
import { createPriceRowsApi } from '#shop/prices/price-rows-api.server.ts'
import { createPriceViewApi } from '#shop/prices/view/price-view-api.server.ts'
import { createAdminProductsApi } from '#shop/product-admin/admin-products-api.server.ts'
import { createManageCategoriesApi } from '#shop/product-admin/categories/manage-categories-api.server.ts'
import { createManageFamiliesApi } from '#shop/product-admin/families/manage-families-api.server.ts'
import { createManageDetailsApi } from '#shop/product-admin/files/manage-details-api.server.ts'
import { createNamedProductsApi } from '#shop/product-admin/images/named-products-api.server.ts'
import { createLabelsApi } from '#shop/product-admin/labels/labels-api.server.ts'
import { createChangeFoundApi } from '#shop/product-admin/list/change-found-api.server.ts'
import { createManageProductsApi } from '#shop/product-admin/manage-products-api.server.ts'
import { createRedirectsApi } from '#shop/redirects/redirects-api.server.ts'
import { createRefundsApi } from '#shop/refunds/refunds-api.server.ts'
import { paymentRefunds } from '#shop/refunds/settle-refunds.server.ts'
import { createAdminOverviewApi } from '#shop/reports/admin-overview-api.server.ts'
import { createSalesApi } from '#shop/reports/sales-api.server.ts'
import { createReturnSlipApi } from '#shop/returns/return-slip-api.server.ts'
import { createReturnsApi } from '#shop/returns/returns-api.server.ts'
import { createManageReviewsApi } from '#shop/reviews/admin/manage-reviews-api.server.ts'
import { createReviewsApi } from '#shop/reviews/reviews-api.server.ts'
import { createProductsApi } from '#shop/search/api/products-api.server.ts'
import type { SearchVariables } from '#shop/search/limit-searches.server.ts'
import { createSearchApi } from '#shop/search/search-api.server.ts'
import { createSynonymsApi } from '#shop/search/synonyms/synonyms-api.server.ts'
import { createPrintApi } from '#shop/shipping/print/print-api.server.ts'
import { createQueueApi } from '#shop/shipping/queue-api.server.ts'
import { createShipmentsApi } from '#shop/shipping/shipments-api.server.ts'
import { createTextVersionsApi } from '#shop/texts/text-versions-api.server.ts'
import { createUploadsApi } from '#shop/uploads/uploads-api.server.ts'
import { createManageUsersApi } from '#shop/users/admin/manage-users-api.server.ts'
import { createCountriesApi } from '#shop/users/countries-api.server.ts'
import { isUserDeleted } from '#shop/users/delete-user.server.ts'
import { createUsersApi } from '#shop/users/users-api.server.ts'
import { createApiDocs } from './api-docs/api-docs.server.ts'
import type { ApiDocument } from './api-docs/api-type-text.ts'
import { describeApi } from './api-document.server.ts'
import type { ApiEnvironment } from './api-environment.server.ts'
import { deletionHooks } from './user-hooks.server.ts'

/** The SKU of the examples in the description. */
const EXAMPLE = 'FW-1013'
const LARGEST_BODY_BYTES = 64 * 1024
/** The routes whose bodies are files or long lists, and the URLs of requests to them. */
const LARGE = [
  '/images',
  '/brandImages',
  '/productDocuments',
  '/products/imports',
  '/price-lists/:id/rows/*',
  '/redirects/*',
  '/customer-file/*',
]
const largePaths = LARGE.map((path) => path.replace(':id', '[^/?]+').replace('/*', '(?:/[^?]*)?'))
export const UPLOADS = new RegExp(`^/api(?:${largePaths.join('|')})(?:$|\\?)`)

export function createApi(environment: ApiEnvironment) {
  const { db, log, clock, images, documents, auth, tokens, providers, orderRules } = environment
  const { metrics, limits, clientIpAddress, searchLimits, dataDir, workers, site } = environment
  const api = new OpenAPIHono<SearchVariables>({ strict: false })
  api.use(logRefusals(log, clientIpAddress))
  api.use((c, next) => {
    c.set('searchLimits', searchLimits)
    return next()
  })
  // Mounted before the 64 KB limit because files have a larger one.
  const callers = identifyCaller(environment)
  for (const path of LARGE) api.use(path, callers)
  api.route('/', createUploadsApi({ db, images, documents }))
  api.route('/', createImportUploadApi({ db, log, imports: environment.imports }))
  const listClock = () => ({ timeZone: site.timeZone ?? 'UTC', now: clock() })
  api.route('/', createPriceRowsApi({ db, clock: listClock }))
  api.route('/', createPriceFileApi({ db, clock: listClock, workers }))
  api.route('/', createCustomerFileApi({ db, workers }))
  api.route('/', createRedirectsApi({ db, site: environment.site }))
  api.route('/', createSpreadsheetsApi({ clientIpAddress, clock, workers }))
  api.use(
    bodyLimit({
      maxSize: LARGEST_BODY_BYTES,
      onError: () => {
        throw new HttpRefusal(413, 'too-large', 'The request body is larger than 64 KB.')
      },
    }),
  )
  api.route('/', createAuthApi({ ...environment, secret: environment.authSecret }))
  api.use(callers)
  api.route('/', createSessionsApi({ db, clock }))
  api.route('/', createRoleApi({ db }))
  api.route('/', createUsersApi({ db, auth, tokens }))
  const { countOrder } = metrics
  const paymentDeps = { providers, log, countOrder, refunds: paymentRefunds }
  const orderDeps = environment.orders
  const userDeletion = deletionHooks({ db, log, orders: orderDeps })
  api.route('/', createManageUsersApi({ db, deletionHooks: userDeletion }))
  api.route('/', createCountriesApi())
  // Before the public post: its id would be `manage`.
  api.route('/', createManageBlogApi({ db, images }))
  api.route('/', createBlogApi({ db }))
  api.route('/', createManageReviewsApi({ db }))
  api.route('/', createReviewsApi({ db }))
  const { settings, refreshSite: onSaved } = environment
  const demo = {
    count: () => countDemo(db),
    remove: (audit: AuditContext) => removeDemo(db, audit),
  }
  api.route('/', createBrandApi({ db, images, settings, onSaved, demo }))
  // A live shop has no such route.
  if (environment.site.isDemo) api.route('/', createOwnShopApi({ begin: environment.beginShop }))
  api.route('/', createTextVersionsApi({ db }))
  api.route('/', createSiteTextsApi({ db, images, site: environment.site, onSaved }))
  api.route('/', createLegalPagesApi({ db, onSaved }))
  api.route('/', createManageProductsApi({ db, images, documents, site }))
  api.route('/', createAdminProductsApi({ db }))
  const addFile: Parameters<typeof createChangeFoundApi>[0]['addFile'] = (file) =>
    addImport(db, { ...file, ...CHANGE_ONLY })
  api.route('/', createChangeFoundApi({ db, addFile }))
  api.route('/', createNamedProductsApi({ db }))
  api.route('/', createImportsApi({ db, images, log, imports: environment.imports }))
  api.route('/', createProductExportApi({ db, workers }))
  api.route('/', createLabelsApi({ db, clock, workers }))
  api.route('/', createSearchApi({ db }))
  api.route('/', createProductsApi({ db }))
  api.route('/', createOrderListApi({ db }))
  api.route('/', createColumnChoicesApi({ db }))
  api.route('/', createNamedListsApi({ db, clock }))
  api.route('/', createSynonymsApi({ db }))
  api.route('/', createProductDetailsApi({ db }))
  api.route('/', createManageDetailsApi({ db, images, documents }))
  api.route('/', createCategoriesApi({ db }))
  api.route('/', createManageCategoriesApi({ db }))
  api.route('/', createFamiliesApi({ db }))
  api.route('/', createManageFamiliesApi({ db, images }))
  const placing = { placeOrder: createOrderQueue(db, orderRules), countOrder }
  const ordering = { db, deps: orderDeps, placing, rules: orderRules, limits }
  api.route('/', createLinesApi(ordering))
  api.route('/', createOrderListsApi({ db }))
  api.route('/', createAllOrdersApi({ db }))
  api.route('/', createOrdersApi(ordering))
  api.route('/', createOrderNotesApi({ db }))
  api.route('/', createAllLinesApi({ db }))
  api.route('/', createOrderLimitsApi({ db, rules: orderRules }))
  api.route('/', createCheckoutApi({ db, providers, rules: orderRules }))
  api.route('/', createHeldStockApi({ db, deps: orderDeps }))
  api.route('/', createDocumentsApi({ db, limits, workers }))
  api.route('/', createNumberingApi({ db }))
  api.route('/', createPaymentsApi({ db, ...paymentDeps }))
  api.route('/', createRefundsApi({ db, ...paymentDeps }))
  const shipping = { db, rules: environment.shippingRules }
  api.route('/', createShipmentsApi(shipping))
  api.route('/', createQueueApi(shipping))
  api.route('/', createShelfApi({ db }))
  api.route('/', createReturnsApi({ ...shipping, limits, perMinute: orderRules.perMinute }))
  api.route('/', createPrintApi({ db, site: environment.site, workers }))
  api.route('/', createReturnSlipApi({ db, site: environment.site, limits, workers }))
  api.route('/', createPaymentWebhook({ db, ...paymentDeps }))
  api.route('/', createContactApi({ db, countMessage: environment.countMessage, clientIpAddress }))
  api.route('/', createMessagesApi({ db }))
  const { isDemo } = environment.site
  const readHealth = () => readOwnerHealth(db, { dataDir, isDemo, now: clock() })
  api.route('/', createAdminOverviewApi({ db, providers, readHealth }))
  api.route('/', createCompaniesApi({ db }))
  api.route('/', createPendingUsersApi(environment))
  api.route('/', createPriceViewApi({ db }))
  api.route('/', createPriceSheetApi({ db, clock: listClock, workers }))
  api.route('/', createPriceListsApi({ db, clock: listClock, shownImage }))
  api.route('/', createSalesApi({ db }))
  api.route('/', createCustomersApi({ db }))
  // Created on first request, because it takes longer than everything above.
  let text: string | undefined
  let named: { name: string; description: ApiDocument } | undefined
  const documented = (): ApiDocument => {
    text ??= JSON.stringify(describeApi(api, environment.site.name))
    const { site } = environment
    const [sku] = exampleSkus(site)
    const name = `${site.name} ${sku}`
    if (named?.name === name) return named.description
    const description = JSON.parse(text.replaceAll(EXAMPLE, sku))
    description.info.title = site.name
    named = { name, description }
    return description
  }
  api.get('/openapi.json', withProperties({ cached: [] }), (c) => c.json(documented()))
  api.route('/', createApiDocs(documented))
  api.all('*', (c) => c.json({ code: 'not-found', message: 'No such endpoint.' }, 404))
  api.onError((error, c) => {
    const cause = isUserDeleted(error) ? refuseAuth({ refused: 'not-signed-in' }) : error
    return errorResponse(cause, c, (error) => log.error(error, routePath(c, -1)))
  })
  return api
}
