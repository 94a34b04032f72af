import { authVerdicts } from './auth-verdicts.ts'
import { isApiRoute, isRoute, type MountedRoute, templateOf } from './mounted-routes.ts'

// The product, order and e-mail below are the buyer's own; a newcomer is none of the four roles.
// An invalid token gets the status of a visitor. A cancellation allows one restoration of stock.
// The own shop is refused for want of a body, because it would empty the shop of a proof.
const table = `
                                     visitor  buyer  other  admin
  GET    /products                       200    200    200    200
  GET    /products?size=10&page=0        200    200    200    200
  GET    /products?q=a&price=1..9        200    200    200    200
  GET    /products/search?q=a            200    200    200    200
  GET    /products/suggest?q=a           200    200    200    200
  GET    /products/{tool}                200    200    200    200
  POST   /products/lookup  ids           200    200    200    200
  POST   /products/match   names         200    200    200    200
  GET    /products/details/{tool}        200    200    200    200
  GET    /productsCount                  200    200    200    200
  GET    /categories                     200    200    200    200
  GET    /synonyms                       401    403    403    200
  POST   /synonyms         synonym       401    403    403    200
  PUT    /synonyms/{unknown} synonym     401    403    403    404
  DELETE /synonyms/{unknown}             401    403    403    404
  GET    /searchMisses                   401    403    403    200
  GET    /categoryUsage                  401    403    403    200
  POST   /categories       category      401    403    403    200
  PUT    /categories/{unknown} name      401    403    403    404
  PUT    /categories/{unknown}/specifications specifications 401 403 403 404
  DELETE /categories/{unknown}           401    403    403    404
  PUT    /productsCategory assignment    401    403    403    200
  GET    /products/manage?search=a       401    403    403    200
  GET    /products/manage/{tool}         401    403    403    200
  GET    /products/manage/{unknown}      401    403    403    404
  GET    /products/manageCount           401    403    403    200
  GET    /products/movements/{tool}      401    403    403    200
  POST   /products         product       401    403    403    200
  PUT    /products/{tool}  price         401    403    403    200
  DELETE /products/{newtool}             401    403    403    200
  PUT    /products/restore/{newtool}     401    403    403    200
  POST   /images           message       401    403    403    415
  POST   /brandImages      message       401    403    403    415
  POST   /productDocuments message       401    403    403    415
  PUT    /products/details/{unknown} details 401 403   403    404
  GET    /users/{email}                  401    200    404    200
  PUT    /users/{email}    profile       401    200    404    404
  PUT    /users/{email}    email         401    401    401    401
  GET    /users/admin/{email}            401    200    200    200
  GET    /users                          401    403    403    200
  GET    /users?size=10&search=a         401    403    403    200
  GET    /usersCount                     401    403    403    200
  PUT    /users/admin/{newcomer}         401    403    403    200
  DELETE /users/admin/{newcomer}         401    403    403    200
  PUT    /users/tax/{newcomer} taxation  401    403    403    200
  GET    /customers?ids={newcomerId}     401    403    403    200
  GET    /customers/{newcomerId}         401    403    403    200
  GET    /customers/{unknown}            401    403    403    404
  GET    /customer-groups                401    403    403    200
  POST   /customer-groups  group         401    403    403    200
  PUT    /customer-groups/{unknownId} group 401 403    403    404
  GET    /companies                      401    403    403    200
  GET    /companiesCount                 401    403    403    200
  GET    /pending-users                  401    403    403    200
  POST   /pending-users    pending       401    403    403    200
  POST   /customer-file/compare message  401    403    403    415
  POST   /customer-file/apply message    401    403    403    415
  POST   /pending-users/{email}/invitation 401  403    403    404
  DELETE /pending-users/{email}          401    403    403    404
  POST   /companies        company       401    403    403    200
  GET    /companies/{unknown}            401    403    403    404
  PUT    /companies/{unknown} company    401    403    403    404
  PUT    /companies/{unknown}/members/{email} 401 403  403    404
  DELETE /companies/{unknown}/members/{email} 401 403  403    404
  POST   /companies/{unknown}/merge merge 401   403    403    404
  DELETE /price-view                     401    403    403    200
  PUT    /price-view       unknownuser   401    403    403    404
  GET    /price-lists                    401    403    403    200
  GET    /price-listsCount               401    403    403    200
  POST   /price-lists      pricelist     401    403    403    200
  GET    /price-lists/why?sku=none       401    403    403    404
  GET    /price-lists/of-product?sku=a   401    403    403    200
  GET    /price-lists/effective          401    403    403    200
  GET    /price-lists/effective/csv      401    403    403    200
  GET    /price-lists/effective/pdf?company=none 401 403 403    404
  GET    /price-lists/{unknown}          401    403    403    404
  PUT    /price-lists/{unknown} named    401    403    403    404
  POST   /price-lists/{unknown}/copy named 401  403    403    404
  POST   /price-lists/{unknown}/publish  401    403    403    404
  GET    /price-lists/{unknown}/rows     401    403    403    404
  PUT    /price-lists/{unknown}/rows pricerows 401 403 403    404
  GET    /price-lists/{unknown}/rows/csv 401    403    403    404
  GET    /price-lists/{unknown}/rows/xlsx 401   403    403    404
  POST   /price-lists/{unknown}/rows/compare message 401 403 403 404
  DELETE /users/{newcomer}               401    403    403    200
  GET    /countries                      200    200    200    200
  POST   /perchase         order         401    200    200    200
  POST   /orders           list          401    200    200    200
  GET    /purchase                       401    403    403    200
  GET    /purchase?size=10               401    403    403    200
  GET    /purchaseCount                  401    403    403    200
  GET    /purchase/order/{order}         401    200    404    200
  GET    /purchase/{email}               401    200    404    404
  GET    /purchaseCount/{email}          401    200    404    404
  GET    /purchase/payment/{order}       401    200    404    404
  PUT    /purchase/{order} payment       401    409    404    404
  PUT    /products/quantity/{tool} stock 401    403    403    403
  DELETE /purchase/{order}               401    200    404    200
  PUT    /products/quantity/{tool} stock 401    200    403    200
  GET    /order-list                     401    200    200    200
  PUT    /order-list       ownlist        401    200    200    200
  GET    /column-choices/{purpose}       401    200    200    200
  PUT    /column-choices/{purpose} columns 401    200    200    200
  POST   /spreadsheets     message       415    415    415    415
  GET    /order-lists                    401    200    200    200
  POST   /order-lists      named          401    200    200    200
  PUT    /order-lists/{unknownId} ownlist 401    404    404    404
  POST   /order-lists/{unknownId}/share   401    404    404    404
  DELETE /order-lists/{unknownId}/share   401    404    404    404
  DELETE /order-lists/{unknownId}         401    404    404    404
  PUT    /order-lists/{list}    savedlist 401    200    404    404
  POST   /order-lists/{list}/share        401    200    404    404
  DELETE /order-lists/{list}/share        401    200    404    404
  DELETE /order-lists/{list}              401    200    404    404
  GET    /shared-lists/{unknown}         404    404    404    404
  GET    /shared-lists/{shared}          200    200    200    200
  GET    /documents/of/{order}           401    200    404    200
  GET    /documents/{kind}/{number}      401    200    404    200
  POST   /documents/zip    orders        401    200    404    200
  GET    /orders                         401    200    200    200
  GET    /orders/summary                 401    200    200    200
  GET    /orders/often                   401    200    200    200
  GET    /orders/csv                     401    200    200    200
  GET    /orders/all                     401    403    403    200
  GET    /orders/all?search=a            401    403    403    200
  GET    /orders/all/summary             401    403    403    200
  GET    /orders/{order}                 401    200    404    200
  GET    /orders/{number}                401    200    404    200
  DELETE /orders/{order}                 401    200    404    200
  GET    /orders/{order}/notes           401    403    403    200
  POST   /orders/{order}/notes note      401    403    403    200
  DELETE /orders/{order}/notes/{unknown} 401    403    403    404
  GET    /orderLimits/{tool}             401    200    200    200
  GET    /checkout                       401    200    200    200
  GET    /heldStock                      401    403    403    200
  GET    /heldStock/unverified           401    403    403    200
  DELETE /heldStock/unverified           401    403    403    200
  GET    /heldStock/pools                401    403    403    200
  DELETE /heldStock/pools?pool=x         401    403    403    200
  DELETE /heldStock/{newcomerId}         401    403    403    200
  GET    /shipping/queue                 401    403    403    200
  GET    /shipping/queue?tab=blocked&search=a 401 403  403    200
  GET    /shipping/orders/{number}       401    403    403    200
  POST   /shipping/print   printed       401    403    403    200
  GET    /shipments/{unknownId}/slip     401    403    403    404
  POST   /products/named codes        401    403    403    200
  POST   /products/imports message       401    403    403    415
  GET    /products/imports               401    403    403    200
  GET    /products/imports/{unknownId}   401    403    403    404
  GET    /products/imports/{unknownId}/rows 401 403    403    404
  PUT    /products/imports/{unknownId}/rows/{row} mended 401 403 403 404
  GET    /products/imports/{unknownId}/refused 401 403 403    404
  PUT    /products/imports/{unknownId}/columns mapping 401 403 403 404
  POST   /products/imports/{unknownId}/apply version 401 403 403 404
  POST   /products/imports/{unknownId}/cancel 401 403  403    404
  POST   /products/imports/{unknownId}/undo 401 403    403    404
  GET    /products/csv                   401    403    403    200
  GET    /products/xlsx                  401    403    403    200
  POST   /products/labels  ids           401    403    403    200
  GET    /shipping/counts                401    403    403    200
  GET    /shipping/carriers              401    403    403    200
  GET    /shipping/shelf/{tool}          401    403    403    200
  POST   /shipments        packing       401    403    403    404
  GET    /shipments/{unknownId}          401    403    403    404
  POST   /shipments/{unknownId}/pack shipment 401 403    403    404
  POST   /shipments/{unknownId}/ship carrier 401 403   403    404
  POST   /shipments/{unknownId}/deliver version 401 403 403   404
  POST   /shipments/{unknownId}/cancel version 401 403 403    404
  POST   /shipments/{unknownId}/tracking tracking 401 403 403  404
  POST   /returns          sentback      401    404    404    404
  GET    /returns                        401    403    403    200
  GET    /returns?status=received&size=5 401    403    403    200
  GET    /orders/{order}/returns         401    200    404    200
  POST   /returns/{unknownId}/close version 401 404    404    404
  POST   /returns/{unknownId}/approve version 401 403  403    404
  POST   /returns/{unknownId}/refuse refusal 401 403   403    404
  POST   /returns/{unknownId}/receive received 401 403 403    404
  GET    /orders/{order}/returns/{unknown}/slip 401 404 404    404
  GET    /returns/counts                 401    403    403    200
  GET    /reviews                        200    200    200    200
  GET    /reviewsCount                   200    200    200    200
  POST   /reviews          review        401    200    200    200
  GET    /reviews/{email}                401    200    404    404
  PUT    /reviews/{email}  review        401    200    404    404
  GET    /reviews/manage                 401    403    403    200
  GET    /reviews/manageCount            401    403    403    200
  PUT    /reviews/manage/{unknown} hiding 401   403    403    404
  GET    /blogs                          200    200    200    200
  GET    /blogs/{unknown}                404    404    404    404
  GET    /blogs/manage                   401    403    403    200
  GET    /blogs/manageCount              401    403    403    200
  GET    /blogs/manage/{unknown}         401    403    403    404
  POST   /blogs            post          401    403    403    200
  PUT    /blogs/{unknown}  post          401    403    403    404
  DELETE /blogs/{unknown}                401    403    403    404
  PUT    /blogs/restore/{unknown}        401    403    403    404
  GET    /pages                          401    403    403    200
  PUT    /pages/{unknown}  legal         401    403    403    404
  GET    /brand                          401    403    403    200
  PUT    /brand            brand         401    403    403    200
  GET    /redirects                      401    403    403    200
  GET    /redirects/count                401    403    403    200
  PUT    /redirects        addresses     401    403    403    422
  GET    /numbering                      401    403    403    200
  PUT    /numbering        numbering     401    403    403    409
  DELETE /demo                           401    403    403    200
  POST   /own-shop                       401    403    403    415
  GET    /texts                          401    403    403    200
  PUT    /texts/home       home          401    403    403    200
  PUT    /texts/portfolio               401    403    403    415
  PUT    /texts/frame                   401    403    403    415
  POST   /contact          message       200    200    200    200
  GET    /messages                       401    403    403    200
  GET    /messagesCount                  401    403    403    200
  POST   /messages/{unknown}/answer answer 401  403    403    404
  PUT    /messages/{unknown} closed      401    403    403    404
  DELETE /messages/{unknown}             401    403    403    404
  GET    /dashboard/overview             401    403    403    200
  GET    /dashboard/sales                401    403    403    200
  GET    /ledger/csv                     401    403    403    200
  POST   /payments         orders        401    200    404    404
  GET    /payments/{unknown}             401    404    404    404
  GET    /orders/{order}/refunds         401    403    403    200
  POST   /payments/{payment}/refunds/preview amount 401 403 403 409
  POST   /payments/{payment}/refunds refund 401  403    403    409
  POST   /payments/{unknown}/refunds/{unknown}/repeat 401 403 403 404
  GET    /payments/{payment}             401    200    404    404
  POST   /payments/webhook payment       400    400    400    400
  GET    /openapi.json                   200    200    200    200
  GET    /sessions                       401    200    200    200
  DELETE /sessions                       401    200    200    200
  DELETE /sessions/{unknown}             401    404    404    404
  DELETE /sessions/{session}             401    200    404    404
  GET    /nothing                        404    404    404    404
`

export const roles = ['visitor', 'buyer', 'other', 'admin'] as const
export type Role = (typeof roles)[number]

/** A call of the API, and the status that each role gets. */
export type ApiVerdict = {
  /** Numbered, because one route is called twice. */
  title: string
  method: string
  path: string
  /** The name of the body that is sent, or nothing. */
  body: string
  statuses: Record<Role, number>
}

/** The permissions of all routes. Every route needs a row here or in `auth-verdicts.ts`. */
export const apiVerdicts: ApiVerdict[] = table
  .trim()
  .split('\n')
  .slice(1)
  .map((line, index) => {
    const [method = '', path = '', ...rest] = line.trim().split(/\s+/)
    const body = Number.isNaN(Number(rest[0])) ? (rest.shift() ?? '') : ''
    const [visitor = 0, buyer = 0, other = 0, admin = 0] = rest.map(Number)
    const title = [index + 1, method, path, body].filter(Boolean).join(' ')
    return { title, method, path, body, statuses: { visitor, buyer, other, admin } }
  })

/** The method and path of a call without the names of its parameters, to compare routes. */
export function shapeOf(method: string, path: string): string {
  return `${method.toUpperCase()} ${path.replace(/\?.*/, '').replaceAll(/\{\w+\}/g, '{}')}`
}

const known = new Set(
  [...apiVerdicts, ...authVerdicts].map(({ method, path }) => shapeOf(method, path)),
)

/** Returns the routes of an OpenAPI document that have no verdict. */
export function routesWithoutVerdict(paths: Record<string, object>): string[] {
  return Object.entries(paths)
    .flatMap(([path, methods]) => Object.keys(methods).map((method) => shapeOf(method, path)))
    .filter((route) => !known.has(route))
}

/** Returns the routes of the API that an app has, described or not, and that have no verdict. */
export function mountedRoutesWithoutVerdict(routes: MountedRoute[]): string[] {
  const shapes = routes
    .filter((route) => isRoute(route) && isApiRoute(route))
    .map(({ method, path }) => shapeOf(method, templateOf(path.slice('/api'.length))))
  // Middleware of one path has no method of its own.
  const paths = new Set([...known].map((route) => route.replace(/^\w+/, 'ALL')))
  return [...new Set(shapes)].filter((route) => !known.has(route) && !paths.has(route))
}
