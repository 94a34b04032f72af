import { href } from 'react-router'
import { publicUrlOf, type Site } from '#platform/http/site.ts'
import type { JsonLdNode } from './json-ld.tsx'

/** The way from the home page to a page, for `JsonLd`; each step with its address from the `/` on. */
export function breadcrumbs(site: Site, steps: { name: string; address: string }[]): JsonLdNode {
  const way = [{ name: 'Home', address: href('/') }, ...steps]
  return {
    '@type': 'BreadcrumbList',
    itemListElement: way.map(({ name, address }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: publicUrlOf(site, address),
    })),
  }
}
