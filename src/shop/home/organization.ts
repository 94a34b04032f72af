import { href } from 'react-router'
import { publicUrlOf, type Site } from '#platform/http/site.ts'
import type { JsonLdNode } from '#shop/page/json-ld.tsx'

/** The house that sells, for search engines. */
export function organization(site: Site): JsonLdNode {
  return {
    '@type': 'Organization',
    name: site.name,
    url: publicUrlOf(site, href('/')),
    logo: publicUrlOf(site, '/apple-touch-icon.png'),
  }
}
