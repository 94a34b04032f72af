import { sql } from 'kysely'

/** How a buyer is taxed: as the company, for a member. For a statement with `account` and, joined, `company`. */
export const buyerTaxColumns = sql`coalesce(company.tax_treatment, account.tax_treatment) as tax_treatment,
  case when company.id is null then account.tax_reference else company.tax_reference end as tax_reference`
