import { apiClient } from '#shop/auth/access/authorized-fetch.ts'
import type { createCompaniesApi } from '#shop/companies/companies-api.server.ts'
import type { PricedToolJson, PriceList } from '#shop/prices/price-list-json.server.ts'
import type { createPriceListsApi } from '#shop/prices/price-lists-api.server.ts'
import type { createPriceRowsApi } from '#shop/prices/price-rows-api.server.ts'

export const pricesApi = apiClient<
  typeof createPriceListsApi | typeof createPriceRowsApi | typeof createCompaniesApi
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

/** Whose prices are asked for: those of a company or a group, else of visitors. */
export type Whose = { company?: string; group?: string }

const TOOLS_AT_ONCE = 500

/** Reads tools by SKU with the lists that price them for someone; null for a SKU that no tool has. */
export async function fetchTools(
  skus: readonly string[],
  whose: Whose,
): Promise<Map<string, PricedToolJson | null>> {
  const all = [...new Set(skus)]
  const found = new Map<string, PricedToolJson | null>(all.map((sku) => [sku, null]))
  // No SKU is longer.
  const asked = all.filter(({ length }) => length <= 60)
  for (let at = 0; at < asked.length; at += TOOLS_AT_ONCE) {
    const json = { skus: asked.slice(at, at + TOOLS_AT_ONCE), ...whose }
    for (const tool of await pricesApi['price-lists'].tools.$post({ json })) found.set(tool.sku, tool)
  }
  return found
}

/** For whom a list is, as prices are asked for. */
export function whoseOf({ for: audience }: Pick<PriceList, 'for'>): Whose {
  if ('group' in audience) return { group: audience.group._id }
  return 'company' in audience ? { company: audience.company._id } : {}
}
