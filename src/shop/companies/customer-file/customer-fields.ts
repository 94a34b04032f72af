import type { z } from 'zod'
import { profileForm } from '#shop/auth/auth-forms.ts'
import { groupForm, newCompany } from '#shop/companies/company-forms.ts'
import { pendingForm } from '#shop/companies/pending/pending-form.ts'
import type { TableField } from '#shop/tables/columns/table-fields.ts'

/** What a row of a file of customers has, by its heading, with usual ones in English, German, French and Spanish. */
const headings: Record<string, [heading: string, others: string]> = {
  email: ['E-mail', 'email address|mail|mailadresse|e mail adresse|courriel|adresse e mail|correo'],
  name: ['Name', 'full name|contact|contact name|contact person|ansprechpartner|kontakt|nom'],
  firstName: ['First name', 'given name|forename|vorname|prénom|nombre'],
  lastName: ['Last name', 'surname|family name|nachname|nom de famille|apellidos|apellido'],
  company: ['Company', 'company name|account name|firma|firmenname|société|entreprise|empresa'],
  erpNumber: [
    'ERP number',
    'erp no|customer number|customer no|customer id|account number|kundennummer|kunden nr|kundennr|debitor|numéro client|n° client|número de cliente',
  ],
  group: ['Group', 'customer group|price group|kundengruppe|gruppe|groupe|groupe client|grupo'],
  phone: ['Phone', 'telephone|tel|mobile|telefon|handy|téléphone|teléfono'],
  address: ['Address', 'street|street address|address 1|address1|straße|strasse|adresse|calle|rue'],
  postcode: ['Postcode', 'postal code|zip|zip code|plz|postleitzahl|code postal|código postal'],
  city: ['City', 'town|ort|stadt|ville|ciudad'],
  region: ['Region', 'state|province|county|bundesland|région|provincia'],
  country: ['Country', 'land|pays|país'],
}
export const customerFields = Object.entries(headings).map(([name, [heading, others]]): TableField => {
  return { name, heading, kind: 'text', others }
})

/** How the field of this name is headed. */
export const headingOf = (field: string) => headings[field]?.[0] ?? field

/** A customer as a file has them; what it lacks stays as it is. */
export const customerRow = profileForm
  .pick({ phone: true, address: true, postcode: true, city: true, region: true, country: true })
  .extend({
    email: pendingForm.shape.email,
    name: pendingForm.shape.name.optional(),
    company: newCompany.shape.name.optional(),
    erpNumber: newCompany.shape.erpNumber,
    group: groupForm.shape.name.optional(),
  })
export type CustomerRow = z.output<typeof customerRow>

export const MAX_CUSTOMERS = 10_000
