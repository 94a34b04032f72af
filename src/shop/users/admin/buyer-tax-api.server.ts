import { z } from '@hono/zod-openapi'
import type { Db } from '#platform/database/database.server.ts'
import { answers, body, refuses, restApi } from '#platform/http/api/rest-api.server.ts'
import { adminRoute } from '#shop/auth/access/guarded-routes.server.ts'
import { emailInPath } from '#shop/auth/auth-forms.ts'
import { taxTreatments } from '#shop/tax/tax.ts'
import { refuseUser } from '#shop/users/user-refusals.server.ts'
import { changeBuyerTax } from './buyer-tax.server.ts'
import { buyerTaxForm } from './buyer-tax-form.ts'

/** How a buyer is taxed, as the API returns it. */
export const buyerTaxJson = z
  .object({
    treatment: z.enum(taxTreatments),
    reference: z.string().nullable().openapi({ description: 'The certificate or tax ID' }),
    taxId: z.string().openapi({ description: 'As the buyer entered it; not checked' }),
  })
  .openapi('BuyerTax')

const params = z.object({ email: emailInPath })

/** Returns the JSON of a buyer's tax treatment. */
export function toBuyerTaxJson({ taxTreatment, taxReference, taxId }: BuyerTaxRow) {
  const treatment = z.enum(taxTreatments).parse(taxTreatment)
  return { treatment, reference: taxReference, taxId }
}

export type BuyerTaxApi = ReturnType<typeof createBuyerTaxApi>

/** Serves the tax treatment of buyers to admins. */
export function createBuyerTaxApi({ db }: { db: Db }) {
  return restApi().openapi(
    adminRoute({
      method: 'put',
      path: '/users/tax/{email}',
      operationId: 'setBuyerTax',
      summary: 'Set how a buyer’s next orders are taxed',
      request: { params, body: body(buyerTaxForm) },
      responses: {
        200: answers('The new treatment', buyerTaxJson),
        404: refuses('No such user'),
        409: refuses('An exception for a user who has not verified the e-mail'),
        422: refuses('An exception without its number'),
      },
    }),
    async (c) => {
      const { email } = c.req.valid('param')
      const changed = await changeBuyerTax(db, email, c.req.valid('json'), c.var.audit)
      if ('refused' in changed) throw refuseUser(changed)
      return c.json(toBuyerTaxJson(changed), 200)
    },
  )
}

type BuyerTaxRow = Exclude<Awaited<ReturnType<typeof changeBuyerTax>>, { refused: string }>
