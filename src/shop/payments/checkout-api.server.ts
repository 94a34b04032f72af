import { z } from '@hono/zod-openapi'
import { sql } from 'kysely'
import type { Db } from '#platform/database/database.server.ts'
import { restApi } from '#platform/http/api/rest-api.server.ts'
import { centsToDollars } from '#platform/money.ts'
import { userJson } from '#shop/auth/access/json-routes.server.ts'
import { findCompanyOf } from '#shop/companies/company-queries.server.ts'
import { isNewBuyer, lineIsOpen } from '#shop/orders/line-states.server.ts'
import { holdHoursOf, type OrderRules } from '#shop/orders/order-caps.ts'
import { mayPayAtOnce } from '#shop/orders/purchase/recent-orders.server.ts'
import { orderTax, taxTreatments } from '#shop/tax/tax.ts'
import { providerFormJson } from './payment-json.server.ts'
import { type CardProviders, currentProvider } from './provider/card-providers.server.ts'

export const checkoutJson = z.object({
  taxPercent: z.number().describe('The tax on the buyer’s next order, in percent'),
  holdHours: z.number().describe('How long an unpaid order holds its stock'),
  newBuyer: z
    .object({ freeDollars: z.number().optional(), payAtOnceMinutes: z.number().optional() })
    .optional()
    .describe('What is free of the limits of a buyer who never paid and belongs to no company'),
  card: providerFormJson,
})

export type CheckoutTerms = z.infer<typeof checkoutJson>
type CheckoutDeps = { db: Db; providers: CardProviders; rules: OrderRules }

export function createCheckoutApi({ db, providers, rules }: CheckoutDeps) {
  return restApi({
    getCheckout: userJson({
      endpoint: 'GET /checkout',
      summary: 'Read the terms of my next order',
      description: 'The tax, how long an unpaid order is held, and what the card form needs.',
      json: checkoutJson,
      respond: async ({ caller }) => {
        const buyer = await db
          .selectFrom('account')
          .select(['emailVerified', 'taxTreatment', 'taxReference'])
          .select(isNewBuyer(sql`account.id`).as('isNew'))
          .select(mayPayAtOnce().as('mayPayAtOnce'))
          .select(
            sql<boolean>`exists (select from order_line where account_id = account.id and ${lineIsOpen})`.as(
              'hasUnpaid',
            ),
          )
          .where('id', '=', caller.id)
          .executeTakeFirstOrThrow()
        const taxed = (await findCompanyOf(db, caller.id)) ?? buyer
        const treatment = z.enum(taxTreatments).parse(taxed.taxTreatment)
        const tax = orderTax({ treatment, reference: taxed.taxReference }, rules.taxPercent)
        const isNew = buyer.isNew === true
        const holdHours = holdHoursOf(rules, { ...buyer, isNew })
        const newBuyer = isNew
          ? {
              ...(!buyer.hasUnpaid && { freeDollars: centsToDollars(rules.freeOrder) }),
              ...(buyer.mayPayAtOnce && { payAtOnceMinutes: 60 * rules.newBuyers.payAtOnceHours }),
            }
          : undefined
        const card = currentProvider(providers).form
        return { taxPercent: tax.percent, holdHours, newBuyer, card }
      },
    }),
  })
}
