import { isApiRoute, isRoute, type MountedRoute, templateOf } from './mounted-routes.ts'

// Routes outside the API, and the pages that show its description. Their status depends on the network, not on the user: `near` is a
// direct request from this machine, `far` one from the network, `proxied` one through a proxy on this machine.
const table = `
                                            near  far  proxied
  GET    /healthz                            200  200  200
  GET    /readyz                             200  200  200
  GET    /metrics                            200  404  404
  GET    /media/0123456789abcdef.webp        404  404  404
  GET    /media/documents/0123456789abcdef.pdf 404 404 404
  GET    /sitemap.xml                        200  200  200
  GET    /sitemap.xml/pages                  200  200  200
  GET    /sitemap.xml/products               200  200  200
  GET    /brand.css                          404  404  404
  GET    /manifest.webmanifest               200  200  200
  GET    /favicon.ico                        302  302  302
  GET    /icon.svg                           200  200  200
  GET    /robots.txt                         200  200  200
  GET    /simulators/mail                    200  404  404
  GET    /simulators/stripe                  200  404  404
  POST   /simulators/stripe/faults           200  404  404
  GET    /simulators/stripe/stripe.js        200  200  200
  POST   /simulators/stripe/v1/any           200  200  200
  GET    /simulators/google/authorize        200  200  200
  GET    /api/docs                           200  200  200
  GET    /api/docs/page.css                  200  200  200
  GET    /nothing                            404  404  404
`

export const origins = ['near', 'far', 'proxied'] as const
export type Origin = (typeof origins)[number]

export type RawRouteVerdict = { method: string; path: string; origin: Origin; status: number }

/** The one table of the routes outside of the API and of the pages, as a public demo answers them. */
export const rawRouteVerdicts: RawRouteVerdict[] = table
  .trim()
  .split('\n')
  .slice(1)
  .flatMap((line) => {
    const [method = '', path = '', ...statuses] = line.trim().split(/\s+/)
    return origins.map((origin, index) => ({
      method,
      path,
      origin,
      status: Number(statuses[index]),
    }))
  })

/** Returns an app's routes outside of the API of which no row of the table is an example. */
export function rawRoutesWithoutVerdict(routes: MountedRoute[]): string[] {
  return routes
    .filter(isRoute)
    .filter((route) => !isApiRoute(route))
    .filter((route) => !rawRouteVerdicts.some((verdict) => isExampleOf(verdict, route)))
    .map(({ method, path }) => `${method} ${path}`)
}

function isExampleOf(verdict: MountedRoute, { method, path }: MountedRoute): boolean {
  const pattern = templateOf(path)
    .replaceAll(/[.+^$|()[\]\\]/g, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll(/\{\w+\}/g, '[^/]+')
  const isSameMethod = method === 'ALL' || method === verdict.method
  return isSameMethod && new RegExp(`^${pattern}/?$`).test(verdict.path)
}
