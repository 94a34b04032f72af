import type { RouteConfig, RouteHandler, RouteHook } from '@hono/zod-openapi'
import type { Context, Env, MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { HttpRefusal } from '#platform/http/http-errors.ts'
import { type RouteProperties, withProperties } from '#platform/http/route-properties.server.ts'

/**
 * Who may call a route: anyone, a caller with a session cookie, a user with an access token, or an
 * admin with one. It is part of the route's definition and of the OpenAPI document.
 */
export type Access = 'public' | 'session' | 'user' | 'admin'

/** The OpenAPI extension that holds a route's access. */
export const ACCESS = 'x-access'

/** The OpenAPI extension of a route that changes nothing, although its method is not GET. */
export const ONLY_READS = 'x-only-reads'

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** A method and a path, as documents name a route: `PUT /users/{email}`. */
export type Endpoint = `${Method} /${string}`
export type MethodOf<Of extends Endpoint> = Of extends `${infer Name extends Method} ${string}`
  ? Lowercase<Name>
  : never
export type PathOf<Of extends Endpoint> = Of extends `${string} ${infer Path}` ? Path : never

type Request = NonNullable<RouteConfig['request']>
type Responses = RouteConfig['responses']

/** What the document says of a route. */
type Described = Omit<RouteConfig, 'path' | 'method' | 'middleware' | 'request' | 'responses'>

type Guarded<At extends Endpoint, Takes extends Request, Gives extends Responses, Variables extends Env> = {
  method: MethodOf<At>
  path: PathOf<At>
  request: Takes
  responses: Gives
  middleware: MiddlewareHandler<Variables>
}

export type OpenRoute<
  At extends Endpoint = Endpoint,
  Takes extends Request = Request,
  Gives extends Responses = Responses,
> = Described &
  RouteProperties & {
    endpoint: At
    request?: Takes
    responses: Gives
    /** Counts a request; throws a 429 beyond the limit. */
    limit?: (c: Context) => void
  }

/** Makes a route for `restApi`, with its handler. */
type RouteMaker<Variables extends Env> = <
  At extends Endpoint,
  Gives extends Responses,
  Takes extends Request = object,
>(
  route: OpenRoute<At, Takes, Gives> & {
    respond: RouteHandler<Guarded<At, Takes, Gives, Variables>>
    /** Answers what the schemas refuse, if not as other routes do. */
    hook?: RouteHook<Guarded<At, Takes, Gives, Variables>>
  },
) => readonly [Guarded<At, Takes, Gives, Variables>, RouteHandler<Guarded<At, Takes, Gives, Variables>>]

/** Returns a function that makes routes with a guard, which runs before the limit and before the body is parsed. */
export function routesWith<Variables extends Env>(
  access: Access,
  guard: MiddlewareHandler<Variables>,
  more?: Partial<Described>,
): RouteMaker<Variables> {
  const make = (route: OpenRoute & { respond?: unknown; hook?: unknown }) => {
    const { endpoint, cached, onlyReads, maxBytes, limit, respond, hook, ...described } = route
    const limitBody = maxBytes && bodyLimit({ maxSize: maxBytes, onError: () => tooLarge(maxBytes) })
    const [method = '', path] = endpoint.split(' ')
    const middleware = withProperties<Variables>({ cached, onlyReads }, (c, next) =>
      guard(c, async () => {
        limit?.(c)
        await (limitBody ? limitBody(c, next) : next())
      }),
    )
    const made = {
      ...described,
      ...more,
      method: method.toLowerCase(),
      path,
      middleware,
      [ACCESS]: access,
      ...(onlyReads && { [ONLY_READS]: true }),
    }
    return [made, respond, hook]
  }
  return make as unknown as RouteMaker<Variables>
}

function tooLarge(bytes: number): never {
  throw new HttpRefusal(413, 'too-large', `The body is larger than ${bytes / 1024 / 1024} MB.`)
}

/** Defines a route that anyone may call. */
export const publicRoute = routesWith<Env>('public', (_, next) => next())
