import { z } from '@hono/zod-openapi'
import type { Db } from '#platform/database/database.server.ts'
import { inTransaction } from '#platform/database/refused-change.server.ts'
import { recordAudit } from '#shop/audit/audit.server.ts'
import type { AuditContext } from '#shop/auth/access/caller.server.ts'
import { findUser } from '#shop/auth/user-queries.server.ts'
import { findCompanyOf } from '#shop/companies/company-queries.server.ts'
import type { BuyerTaxForm } from '#shop/tax/buyer-tax-form.ts'
import { taxTreatments } from '#shop/tax/tax.ts'

export const buyerTaxJson = z
  .object({
    treatment: z.enum(taxTreatments),
    reference: z.string().nullable().describe('The certificate or tax ID'),
    taxId: z.string().describe('As the buyer entered it; not checked'),
  })
  .openapi('BuyerTax')

type BuyerTaxRow = Exclude<Awaited<ReturnType<typeof changeBuyerTax>>, { refused: string }>

export function toBuyerTaxJson({ taxTreatment, taxReference, taxId }: BuyerTaxRow) {
  const treatment = z.enum(taxTreatments).parse(taxTreatment)
  return { treatment, reference: taxReference, taxId }
}

const taxColumns = ['taxTreatment', 'taxReference', 'taxId'] as const

/** Changes how a user's orders are taxed from now on; an exception needs a verified e-mail. */
export function changeBuyerTax(db: Db, email: string, tax: BuyerTaxForm, audit: AuditContext) {
  const { treatment } = tax
  return inTransaction(db, async (db) => {
    const user = await findUser(db, email)
    if (user && (await findCompanyOf(db, user.id))) return { refused: 'taxed-as-company' } as const
    const changed = await db
      .updateTable('account')
      .set({
        taxTreatment: treatment,
        taxReference: treatment === 'standard' ? null : tax.reference,
        updatedAt: new Date(),
      })
      .where('email', '=', email)
      .where('closedAt', 'is', null)
      .$if(treatment !== 'standard', (query) => query.where('emailVerified', '=', true))
      .returning(['id', ...taxColumns])
      .executeTakeFirst()
    if (!changed) {
      const refused = user ? 'email-not-verified' : 'no-such-user'
      return { refused } as const
    }
    const subject = { id: changed.id, email }
    await recordAudit(db, { action: 'tax-changed', subject, ...audit })
    return changed
  })
}
