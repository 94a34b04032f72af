import type { z } from '@hono/zod-openapi'
import type { Context } from 'hono'
import {
  type Endpoint,
  type MethodOf,
  type PathOf,
  publicRoute,
} from '#platform/http/api/public-route.server.ts'
import { answers, body as bodyOf, refusalsOf } from '#platform/http/api/rest-api.server.ts'
import type { RouteProperties } from '#platform/http/route-properties.server.ts'
import type { AuditContext, Caller } from './caller.server.ts'
import { adminRoute, userRoute } from './guarded-routes.server.ts'

/** What the document says of a route. */
export type Described<At extends Endpoint> = RouteProperties & {
  endpoint: At
  /** `List reviews` for `listReviews`, if not given. */
  summary?: string
  description?: string
}

export type Schema = z.ZodType | undefined
export type Wanted<Of extends Schema> = Of extends z.ZodType ? z.output<Of> : undefined
type Part<Name extends string, Of extends Schema> = Of extends z.ZodType ? Record<Name, Of> : object
type BodyPart<Of extends Schema> = Of extends z.ZodType ? { body: ReturnType<typeof bodyOf<Of>> } : object

export type JsonRoute<
  At extends Endpoint,
  Params extends Schema,
  Query extends Schema,
  Body extends Schema,
  Json extends z.ZodType,
  By = Known,
> = Described<At> & {
  params?: Params
  query?: Query
  body?: Body
  /** Describes the answer, where its schema does not: "Users, newest first". */
  answer?: string
  json: Json
  cacheControl?: string
  /** Describes the refusals: `{ 404: 'No such user' }`. */
  refusals?: Partial<Record<400 | 403 | 404 | 409 | 422 | 429, string>>
  respond: (
    request: { params: Wanted<Params>; query: Wanted<Query>; json: Wanted<Body> } & By,
  ) => Promise<z.output<Json>>
}

/** Who calls a route that a guard lets only users or admins pass. */
type Known = { caller: Caller; audit: AuditContext }

/** What a guard makes a route of; the schemas of a request need not be objects here. */
type Guard = (
  route: Described<Endpoint> & { request: object; responses: object; respond: unknown },
) => readonly [object, unknown]

/** Returns a function that makes the routes of `restApi` with this guard. */
function jsonRoutes<By>(guard: Guard) {
  return <
    At extends Endpoint,
    Json extends z.ZodType,
    Params extends Schema = undefined,
    Query extends Schema = undefined,
    Body extends Schema = undefined,
  >(
    given: JsonRoute<At, Params, Query, Body, Json, By>,
  ) => {
    const { params, query, body, answer = 'Done', json, refusals = {}, ...rest } = given
    const { cacheControl, respond, ...described } = rest
    const handler = async (c: Context) => {
      const valid = (part: string): never => c.req.valid(part as never)
      const request = { params: valid('param'), query: valid('query'), json: valid('json') }
      const by = { caller: c.get('caller'), audit: c.get('audit') } as By
      const answered = await respond({ ...request, ...by })
      if (cacheControl) c.header('Cache-Control', cacheControl)
      return c.json(answered, 200)
    }
    const made = guard({
      ...described,
      request: {
        ...(params && { params }),
        ...(query && { query }),
        ...(body && { body: bodyOf(body) }),
      },
      responses: { 200: answers(answer, json), ...refusalsOf(refusals) },
      respond: handler,
    })
    /** Refusals are left out: clients get them as errors. */
    type Route = {
      method: MethodOf<At>
      path: PathOf<At>
      request: Part<'params', Params> & Part<'query', Query> & BodyPart<Body>
      responses: { 200: ReturnType<typeof answers<Json>> }
    }
    return made as readonly [Route, never]
  }
}

/** A route on which admins read or change something: `restApi(adminJson({ … }))`. */
export const adminJson = jsonRoutes<Known>(adminRoute as Guard)

/** The same for signed-in users. */
export const userJson = jsonRoutes<Known>(userRoute as Guard)

/** The same for everybody. */
export const publicJson = jsonRoutes<object>(publicRoute as Guard)
