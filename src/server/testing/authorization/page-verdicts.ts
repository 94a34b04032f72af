import { type Role, roles } from './api-verdicts.ts'

// The order and the payments are the buyer's own.
const table = `
                                            visitor  buyer  other  admin
  /                                             200    200    200    200
  /purchase                                     200    200    200    200
  /purchase/{product}                           302    200    200    200
  /tools                                        200    200    200    200
  /tools/category/{category}                    200    200    200    200
  /tools/family/{unknown}                       404    404    404    404
  /tools/{tool}                                 200    200    200    200
  /compare                                      200    200    200    200
  /order-list                                   200    200    200    200
  /order-list/shared/{shared}                   200    200    200    200
  /blogs                                        200    200    200    200
  /blogs/{post}                                 404    404    404    404
  /about-me                                     200    200    200    200
  /reviews                                      200    200    200    200
  /login                                        200    200    200    200
  /signed-in                                    302    200    200    200
  /register                                     200    200    200    200
  /reset-password                               200    200    200    200
  /verify-email                                 302    200    200    200
  /pages/{page}                                 404    404    404    404
  /contact                                      200    200    200    200
  /dashboard                                    302    200    200    200
  /dashboard/orders                             302    200    200    200
  /dashboard/orders/{order}                     302    200    200    200
  /dashboard/orders/payment/{order}             302    200    200    200
  /dashboard/payments/{payment}                 302    200    200    200
  /dashboard/review                             302    200    200    200
  /dashboard/profile                            302    200    200    200
  /dashboard/security                           302    200    200    200
  /dashboard/manage-users                       302    200    200    200
  /dashboard/customers/{customer}               302    200    200    200
  /dashboard/add-product                        302    200    200    200
  /dashboard/manage-products                    302    200    200    200
  /dashboard/manage-products/pictures           302    200    200    200
  /dashboard/manage-products/{product}          302    200    200    200
  /dashboard/manage-products/import             302    200    200    200
  /dashboard/manage-products/import/{product}   302    200    200    200
  /dashboard/search                             302    200    200    200
  /dashboard/categories                         302    200    200    200
  /dashboard/categories/{category}              302    200    200    200
  /dashboard/families                           302    200    200    200
  /dashboard/families/{product}                 302    200    200    200
  /dashboard/price-lists                        302    200    200    200
  /dashboard/price-lists/{product}              302    200    200    200
  /dashboard/companies                          302    200    200    200
  /dashboard/companies/{product}                302    200    200    200
  /dashboard/manage-orders                      302    200    200    200
  /dashboard/shipping                           302    200    200    200
  /dashboard/shipping/pack                      302    200    200    200
  /dashboard/held-stock                         302    200    200    200
  /dashboard/manage-reviews                     302    200    200    200
  /dashboard/pages                              302    200    200    200
  /dashboard/pages/{page}                       302    200    200    200
  /dashboard/shop                               302    200    200    200
  /dashboard/numbers                            302    200    200    200
  /dashboard/redirects                          302    200    200    200
  /dashboard/texts                              302    200    200    200
  /dashboard/blogs                              302    200    200    200
  /dashboard/blogs/{post}                       302    200    200    200
  /dashboard/messages                           302    200    200    200
  /dashboard/returns                            302    200    200    200
  /nowhere                                      404    404    404    404
`

export type PageVerdict = { path: string; statuses: Record<Role, number> }

/**
 * The server's responses to all pages. Most pages behind the login are sent without data, which the
 * browser then fetches from the API, so an admin page is not refused here.
 */
export const pageVerdicts: PageVerdict[] = table
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => {
    const [path = '', ...statuses] = line.trim().split(/\s+/)
    const entries = roles.map((role, index) => [role, Number(statuses[index])] as const)
    return { path, statuses: Object.fromEntries(entries) as Record<Role, number> }
  })

type PageRoute = { path?: string; index?: boolean; children?: PageRoute[] }

/** Returns the paths of the pages' routes that have no verdict. */
export function pagesWithoutVerdict(routes: PageRoute[]): string[] {
  const known = new Set(pageVerdicts.map(({ path }) => path.replaceAll(/\{\w+\}/g, ':')))
  return pathsOf(routes, '').filter((path) => !known.has(path.replaceAll(/:\w+/g, ':')))
}

function pathsOf(routes: PageRoute[], above: string): string[] {
  return routes.flatMap(({ path, children }) => {
    const own = path === undefined ? above : `${above}/${path === '*' ? 'nowhere' : path}`
    return children ? pathsOf(children, own) : [own || '/']
  })
}
