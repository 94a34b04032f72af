import { z } from '@hono/zod-openapi'
import { validate as isUuid } from 'uuid'
import type { Db } from '#platform/database/database.server.ts'
import { restApi } from '#platform/http/api/rest-api.server.ts'
import { cents, centsToDollars } from '#platform/money.ts'
import { adminList } from '#shop/auth/access/admin-list.server.ts'
import { adminJson } from '#shop/auth/access/json-routes.server.ts'
import { listCompaniesOf } from '#shop/companies/company-queries.server.ts'
import { sumYearOf } from '#shop/documents/ledger.server.ts'
import { findBuyerFigures } from '#shop/orders/history/buyer-figures.server.ts'
import { refuseUser } from '#shop/users/user-refusals.server.ts'
import { changeCustomers, customerChange } from './change-customers.server.ts'
import { customerJson, toCustomerJson } from './customer-json.server.ts'
import { findCustomer } from './find-customer.server.ts'

const figuresJson = z.object({
  _id: z.string(),
  orders: z.number().int(),
  lastOrderAt: z.string().optional(),
  thisYear: z.number().describe('Invoiced less credited, without tax, in dollars'),
  open: z.number().describe('Of unpaid lines, without tax'),
  company: z
    .object({ id: z.string(), name: z.string(), version: z.number().int() })
    .optional()
    .describe('To which the user belongs'),
})

/** The figures of a user as pages receive them. */
export type CustomerFiguresJson = z.infer<typeof figuresJson>

export function createCustomersApi({ db }: { db: Db }) {
  return restApi({
    listCustomerFigures: adminList({
      endpoint: 'GET /customers',
      summary: 'List the orders and sums of users',
      query: z.object({
        ids: z
          .string()
          .max(4_000)
          .transform((text) => text.split(',').filter((id) => isUuid(id)))
          .describe('The `_id`s of up to 100 users, separated by commas'),
      }),
      answer: 'The figures of each of them',
      row: figuresJson,
      rows: async ({ ids }) => {
        const thisYear = await sumYearOf(db, ids, new Date())
        const companies = await listCompaniesOf(db, ids)
        return (await findBuyerFigures(db, ids)).map(({ id, lastOrderAt, open, orders }) => ({
          _id: id,
          orders,
          lastOrderAt: lastOrderAt?.toISOString(),
          thisYear: centsToDollars(thisYear.get(id) ?? cents(0)),
          open: centsToDollars(open),
          company: companies.get(id),
        }))
      },
    }),
    changeCustomers: adminJson({
      endpoint: 'PUT /customers',
      summary: 'Change the company, the group or the tax of users together',
      description: 'All of them, or none.',
      body: customerChange,
      answer: 'How many',
      json: z.object({ count: z.number().int() }),
      refusals: {
        404: 'One is unknown',
        409: 'One can’t be changed',
        422: 'A field breaks its rule',
      },
      respond: async ({ json, audit }) => {
        await changeCustomers(db, json, audit)
        return { count: json.users.length }
      },
    }),
    getCustomer: adminJson({
      endpoint: 'GET /customers/{id}',
      summary: 'Read a user with orders, sums, lists and messages',
      description: 'Deleted users too, as long as their orders are kept.',
      params: z.object({ id: z.string().describe('The `_id`') }),
      json: customerJson,
      refusals: { 404: 'No such user' },
      respond: async ({ params }) => {
        const customer = await findCustomer(db, params.id)
        if (!customer) throw refuseUser({ refused: 'no-such-user' })
        return toCustomerJson(customer)
      },
    }),
  })
}
