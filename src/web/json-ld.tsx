import { useRouteLoaderData } from 'react-router'
import type { Site } from '#platform/http/site.ts'
import { useHydrated } from '#ui/use-hydrated.ts'
import { useSite } from './page-head.tsx'

type Json = string | number | Json[] | JsonLdNode
export type JsonLdNode = { '@type': string; [property: string]: Json }

/**
 * Adds structured data for search engines; `about` builds it from the shop's public URL. Signed-in users get none: it
 * has what visitors see, such as their prices.
 */
export function JsonLd({ about }: { about: (site: Site) => JsonLdNode }) {
  const site = useSite()
  // Search engines read the server's HTML; adding a script in the browser would need Trusted Types.
  const isHydrated = useHydrated()
  const root: { currentUser?: unknown } | undefined = useRouteLoaderData('root')
  if (!site || isHydrated || root?.currentUser) return null
  const json = JSON.stringify({ '@context': 'https://schema.org', ...about(site) })
  // Escaping `<` keeps product and post texts from closing the script.
  return <script type="application/ld+json">{json.replaceAll('<', '\\u003c')}</script>
}
