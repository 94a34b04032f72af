import { z } from '@hono/zod-openapi'
import type { Db } from '#platform/database/database.server.ts'
import { answers, refuses, restApi } from '#platform/http/api/rest-api.server.ts'
import { adminRoute } from '#shop/auth/access/guarded-routes.server.ts'
import { refuseUser } from '#shop/users/user-refusals.server.ts'
import { customerJson, toCustomerJson } from './customer-json.server.ts'
import { findCustomer } from './find-customer.server.ts'

export type CustomersApi = ReturnType<typeof createCustomersApi>

/** Serves what the shop knows of a user to admins. */
export function createCustomersApi({ db }: { db: Db }) {
  return restApi().openapi(
    adminRoute({
      method: 'get',
      path: '/customers/{id}',
      operationId: 'getCustomer',
      summary: 'Read a user with orders, sums, lists and messages',
      description: 'Deleted users too, as long as their orders are kept.',
      request: { params: z.object({ id: z.string().openapi({ description: 'The `_id`' }) }) },
      responses: { 200: answers('The user', customerJson), 404: refuses('No such user') },
    }),
    async (c) => {
      const found = await findCustomer(db, c.req.valid('param').id)
      if (!found) throw refuseUser({ refused: 'no-such-user' })
      return c.json(toCustomerJson(found), 200)
    },
  )
}
