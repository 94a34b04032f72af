import { href } from 'react-router'
import { publicUrlOf, type Site } from '#platform/http/site.ts'
import { iconUrl } from '#platform/images/image-url.ts'
import type { JsonLdNode } from '#web/json-ld.tsx'

/** Returns the shop's structured data for search engines. */
export function organization(site: Site): JsonLdNode {
  return {
    '@type': 'Organization',
    name: site.name,
    url: publicUrlOf(site, href('/')),
    logo: publicUrlOf(site, site.look?.logo ? iconUrl(site.look.logo) : '/apple-touch-icon.png'),
  }
}
