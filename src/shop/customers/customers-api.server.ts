import { z } from '@hono/zod-openapi'
import { validate as isUuid } from 'uuid'
import type { Db } from '#platform/database/database.server.ts'
import { restApi } from '#platform/http/api/rest-api.server.ts'
import { type Cents, cents, centsToDollars } from '#platform/money.ts'
import { adminList } from '#shop/auth/access/admin-list.server.ts'
import { adminJson } from '#shop/auth/access/json-routes.server.ts'
import { findCompany } from '#shop/companies/company-queries.server.ts'
import { refuseCompany } from '#shop/companies/company-refusals.server.ts'
import { sumYearOf, sumYearOfCompany } from '#shop/documents/ledger.server.ts'
import { findBuyerFigures, findCompanyFigures } from '#shop/orders/history/buyer-figures.server.ts'
import { refuseUser } from '#shop/users/user-refusals.server.ts'
import { customerJson, toCustomerJson } from './customer-json.server.ts'
import { findCustomer } from './find-customer.server.ts'

const companyFiguresJson = z.object({
  orders: z.number().int(),
  lastOrderAt: z.string().optional(),
  thisYear: z.number().describe('Invoiced less credited, without tax, in dollars'),
  open: z.number().describe('Of unpaid lines, without tax'),
})

const figuresJson = companyFiguresJson.extend({ _id: z.string() })

/** The figures of a company and of a user as pages receive them. */
export type CompanyFiguresJson = z.infer<typeof companyFiguresJson>
export type CustomerFiguresJson = z.infer<typeof figuresJson>

export function createCustomersApi({ db }: { db: Db }) {
  return restApi(
    adminList({
      endpoint: 'GET /customers',
      operationId: 'listCustomerFigures',
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
        return (await findBuyerFigures(db, ids)).map(({ id, ...figures }) => ({
          _id: id,
          ...toFiguresJson(figures, thisYear.get(id) ?? cents(0)),
        }))
      },
    }),
    adminJson({
      endpoint: 'GET /companies/{id}/figures',
      operationId: 'getCompanyFigures',
      summary: 'Read the orders and sums of a company',
      params: z.object({ id: z.string() }),
      answer: 'Its figures, with those of companies merged into it',
      json: companyFiguresJson,
      refusals: { 404: 'No such company' },
      respond: async ({ params: { id } }) => {
        if (!(await findCompany(db, id))) throw refuseCompany({ refused: 'no-such-company' })
        const thisYear = await sumYearOfCompany(db, id, new Date())
        return toFiguresJson(await findCompanyFigures(db, id), thisYear)
      },
    }),
    adminJson({
      endpoint: 'GET /customers/{id}',
      operationId: 'getCustomer',
      summary: 'Read a user with orders, sums, lists and messages',
      description: 'Deleted users too, as long as their orders are kept.',
      params: z.object({ id: z.string().describe('The `_id`') }),
      answer: 'The user',
      json: customerJson,
      refusals: { 404: 'No such user' },
      respond: async ({ params }) => {
        const customer = await findCustomer(db, params.id)
        if (!customer) throw refuseUser({ refused: 'no-such-user' })
        return toCustomerJson(customer)
      },
    }),
  )
}

type Figures = { orders: number; lastOrderAt: Date | null; open: Cents }

function toFiguresJson({ orders, lastOrderAt, open }: Figures, thisYear: Cents) {
  return {
    orders,
    lastOrderAt: lastOrderAt?.toISOString(),
    thisYear: centsToDollars(thisYear),
    open: centsToDollars(open),
  }
}
