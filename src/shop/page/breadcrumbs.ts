import { href } from 'react-router'
import { publicAddress, type Site } from '#platform/http/site.ts'
import type { JsonLdNode } from './json-ld.tsx'

/** Returns the breadcrumb of a page for `JsonLd`; the steps have absolute paths. */
export function breadcrumbs(site: Site, steps: { name: string; address: string }[]): JsonLdNode {
  const way = [{ name: 'Home', address: href('/') }, ...steps]
  return {
    '@type': 'BreadcrumbList',
    itemListElement: way.map(({ name, address }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: publicAddress(site, address),
    })),
  }
}
