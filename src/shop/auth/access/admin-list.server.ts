import { z } from '@hono/zod-openapi'
import type { Context } from 'hono'
import { respondWithList } from '#platform/http/api/json-list.server.ts'
import type { Endpoint } from '#platform/http/api/public-route.server.ts'
import { deletedJson } from '#platform/http/api/rest-api.server.ts'
import type { HttpRefusal } from '#platform/http/http-errors.ts'
import type { AuditContext } from './caller.server.ts'
import { adminJson, type Described, type Schema, type Wanted } from './json-routes.server.ts'

/** The rows of a page that does not say how many. */
const PAGE_SIZE = 20

type Page<Of extends Schema> = Omit<Wanted<Of>, 'size'> & { size: number }
type AdminList<At extends Endpoint, Of extends Schema, Row extends z.ZodType> = Described<At> & {
  query?: Of
  /** Describes the answer: "Users, newest first". */
  answer?: string
  row: Row
  rows: (query: Page<Of>) => Promise<z.output<Row>[]>
  /** Reads up to `size` rows after the one with the id `last`, for a list that without a size is streamed whole. */
  after?: (query: Wanted<Of>, last: string | null, size: number) => Promise<z.output<Row>[]>
}

/** A route on which admins read the rows of a list: `restApi(adminList({ … }))`. */
export function adminList<At extends Endpoint, Row extends z.ZodType, Of extends Schema = undefined>({
  row,
  rows,
  after,
  ...route
}: AdminList<At, Of, Row>) {
  const pageOf = (query: Wanted<Of>, size = PAGE_SIZE) => rows({ ...(query as object), size } as Page<Of>)
  const list = adminJson<At, z.ZodArray<Row>, undefined, Of>({
    ...route,
    json: z.array(row),
    respond: ({ query }) => pageOf(query, Object(query).size),
  })
  if (!after) return list
  const handler = async (c: Context) => {
    const query = c.req.valid('query' as never) as Wanted<Of>
    return respondWithList(Object(query).size, {
      page: (size) => pageOf(query, size) as Promise<{ _id: string }[]>,
      after: (last, size) => after(query, last, size) as Promise<{ _id: string }[]>,
    })
  }
  return [list[0], handler as never] as const
}

type AdminDelete<At extends Endpoint> = Described<At> & {
  /** Describes the answer where there is none: "No such message". */
  missing: string
  /** Deletes what has this id; false where there is none. */
  remove: (id: string, audit: AuditContext) => Promise<boolean>
  refuse: () => HttpRefusal
}

/** A route on which admins delete by `{id}`: `restApi(adminDelete({ … }))`. */
export function adminDelete<At extends `DELETE /${string}/{id}`>(route: AdminDelete<At>) {
  const { missing, remove, refuse, ...described } = route
  return adminJson({
    ...described,
    params: z.object({ id: z.string() }),
    json: deletedJson,
    refusals: { 404: missing },
    respond: async ({ params: { id }, audit }) => {
      if (!(await remove(id, audit))) throw refuse()
      return { deletedCount: 1 }
    },
  })
}
