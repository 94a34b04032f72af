import { href } from 'react-router'
import { publicUrlOf, type Site } from '#platform/http/site.ts'
import type { JsonLdNode } from './json-ld.tsx'

/** Returns the breadcrumb of a page for `JsonLd`; the steps have absolute paths. */
export function breadcrumbs(site: Site, steps: { name: string; path: string }[]): JsonLdNode {
  const all = [{ name: 'Home', path: href('/') }, ...steps]
  return {
    '@type': 'BreadcrumbList',
    itemListElement: all.map(({ name, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: publicUrlOf(site, path),
    })),
  }
}
