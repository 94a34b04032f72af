import { apiClient } from '#shop/auth/access/authorized-fetch.ts'
import type { CompaniesApi } from '#shop/companies/companies-api.server.ts'
import type { ExplainedPricesApi } from '#shop/prices/explained-prices-api.server.ts'
import type { PriceList } from '#shop/prices/price-list-json.server.ts'
import type { PriceListsApi } from '#shop/prices/price-lists-api.server.ts'
import type { PriceRowsApi } from '#shop/prices/price-rows-api.server.ts'

export const pricesApi = apiClient<
  ExplainedPricesApi | PriceListsApi | PriceRowsApi | CompaniesApi
>()

export const stateNames = {
  draft: 'Draft',
  active: 'Active',
  planned: 'Planned',
  ended: 'Ended',
} as const

export function audienceName({ for: audience }: Pick<PriceList, 'for'>): string {
  if ('group' in audience) return audience.group.name
  return 'company' in audience ? audience.company.name : 'Everybody'
}

/** The days of a list: "2026-01-01 to 2026-12-31", "from 2026-01-01", "always". */
export function daysText({ validFrom, validUntil }: Pick<PriceList, 'validFrom' | 'validUntil'>) {
  if (validFrom && validUntil) return `${validFrom} to ${validUntil}`
  if (validFrom) return `from ${validFrom}`
  return validUntil ? `until ${validUntil}` : 'always'
}
