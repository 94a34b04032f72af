import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { authVerdicts } from './auth-verdicts.ts'
import { isApiRoute, isRoute, type MountedRoute, templateOf } from './mounted-routes.ts'

const FILE = join(import.meta.dirname, '../../../../testing/api-verdicts.txt')

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

/**
 * The permissions of all routes. Every route needs a row in `testing/api-verdicts.txt` or `auth-verdicts.ts`.
 *
 * The product, order and e-mail there are the buyer's own; a newcomer is none of the four roles.
 * An invalid token gets the status of a visitor. A cancellation allows one restoration of stock.
 * The own shop is refused for want of a body, because it would empty the shop of a proof.
 */
export const apiVerdicts: ApiVerdict[] = readFileSync(FILE, 'utf8')
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

const known = new Set([...apiVerdicts, ...authVerdicts].map(({ method, path }) => shapeOf(method, path)))

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
