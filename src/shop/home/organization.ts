import { publicAddress, type Site } from '#platform/http/site.ts'
import type { Thing } from '#ui/json-ld.tsx'

/** The house that sells, for search engines. */
export function organization(site: Site): Thing {
  return {
    '@type': 'Organization',
    name: site.name,
    url: publicAddress(site, '/'),
    logo: publicAddress(site, '/apple-touch-icon.png'),
  }
}
