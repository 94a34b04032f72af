import { z } from '@hono/zod-openapi'
import type { Context } from 'hono'
import { respondWithList } from '#platform/http/api/json-list.server.ts'
import type { OpenRoute } from '#platform/http/api/public-route.server.ts'
import { answers, deletedJson, refuses } from '#platform/http/api/rest-api.server.ts'
import type { HttpRefusal } from '#platform/http/http-errors.ts'
import type { AuditContext } from './caller.server.ts'
import { adminRoute } from './guarded-routes.server.ts'

/** The rows of a page that does not say how many. */
const PAGE_SIZE = 20

/** How the API document describes a route. */
type Described<Path extends string> = {
  path: Path
  operationId: string
  summary: string
  description?: string
}

type Query = z.ZodObject | undefined
type Wanted<Of extends Query> = Of extends z.ZodObject ? z.output<Of> : undefined
type Page<Of extends Query> = Omit<Wanted<Of>, 'size'> & { size: number }
/** The type of a route's definition. One without a query has no such key, so its client takes no arguments. */
type Get<Path extends string, Of extends Query, Json extends z.ZodType> = Described<Path> & {
  method: 'get'
  responses: { 200: ReturnType<typeof answers<Json>> }
} & (Of extends z.ZodObject ? { request: { query: Of } } : unknown)

function getRoute<Path extends string, Of extends Query, Json extends z.ZodType>(
  described: Described<Path>,
  query: Of | undefined,
  answer: ReturnType<typeof answers<Json>>,
): Get<Path, Of, Json> {
  const request = query ? { request: { query } } : {}
  const route = { method: 'get' as const, ...described, ...request, responses: { 200: answer } }
  return adminRoute<Path, OpenRoute<Path>>(route) as never
}

type AdminRead<Path extends string, Of extends Query, Json extends z.ZodType> = Described<Path> & {
  query?: Of
  /** Describes the answer: "The number of users". */
  answer: string
  json: Json
  read: (query: Wanted<Of>) => Promise<z.output<Json>>
}

/** A route on which admins read one JSON, such as counts: `api.openapi(...adminRead({ … }))`. */
export function adminRead<
  Path extends string,
  Json extends z.ZodType,
  Of extends Query = undefined,
>({ query, answer, json, read, ...described }: AdminRead<Path, Of, Json>) {
  const route = getRoute(described, query, answers(answer, json))
  const handler = async (c: Context) => c.json(await read(wantedOf<Of>(c)), 200)
  return [route, handler as never] as const
}

type AdminList<Path extends string, Of extends Query, Row extends z.ZodType> = Described<Path> & {
  query?: Of
  /** Describes the answer: "Users, newest first". */
  answer: string
  row: Row
  rows: (query: Page<Of>) => Promise<z.output<Row>[]>
  /** Reads up to `size` rows after the one with the id `last`, for a list that without a size is streamed whole. */
  after?: (query: Wanted<Of>, last: string | null, size: number) => Promise<z.output<Row>[]>
}

/** A route on which admins read the rows of a list: `api.openapi(...adminList({ … }))`. */
export function adminList<
  Path extends string,
  Row extends z.ZodType,
  Of extends Query = undefined,
>({ query, answer, row, rows, after, ...described }: AdminList<Path, Of, Row>) {
  const route = getRoute(described, query, answers(answer, z.array(row)))
  const handler = async (c: Context) => {
    const request = wantedOf<Of>(c)
    const page = (size = PAGE_SIZE) => rows({ ...(request as object), size } as Page<Of>)
    const { size } = Object(request)
    if (!after) return c.json(await page(size), 200)
    return respondWithList(size, {
      page: (size) => page(size) as Promise<{ _id: string }[]>,
      after: (last, size) => after(request, last, size) as Promise<{ _id: string }[]>,
    })
  }
  return [route, handler as never] as const
}

function wantedOf<Of extends Query>(c: Context): Wanted<Of> {
  return c.req.valid('query' as never)
}

type AdminDelete<Path extends string> = Described<Path> & {
  /** Describes the answer, if not as "Deleted". */
  answer?: string
  /** Describes the answer where there is none: "No such message". */
  missing: string
  /** Deletes what has this id; false where there is none. */
  remove: (id: string, audit: AuditContext) => Promise<boolean>
  refuse: () => HttpRefusal
}

/** A route on which admins delete by `{id}`: `api.openapi(...adminDelete({ … }))`. */
export function adminDelete<Path extends `${string}/{id}`>(route: AdminDelete<Path>) {
  const { answer = 'Deleted', missing, remove, refuse, ...described } = route
  const handler = async (c: Context) => {
    if (!(await remove(c.req.param('id') ?? '', c.get('audit')))) throw refuse()
    return c.json({ deletedCount: 1 }, 200)
  }
  return [
    adminRoute({
      method: 'delete',
      ...described,
      request: { params: z.object({ id: z.string() }) },
      responses: { 200: answers(answer, deletedJson), 404: refuses(missing) },
    }),
    handler as never,
  ] as const
}
