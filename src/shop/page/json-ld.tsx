import type { Site } from '#platform/http/site.ts'
import { useHydrated } from '#ui/use-hydrated.ts'
import { useSite } from './use-site.ts'

type Json = string | number | Json[] | JsonLdNode
/** A thing of schema.org: its `@type`, and what is said of it. */
export type JsonLdNode = { '@type': string; [property: string]: Json }

/** Says to search engines what the page is about; `about` makes it for the shop's public address. */
export function JsonLd({ about }: { about: (site: Site) => JsonLdNode }) {
  const site = useSite()
  // Search engines read the server's HTML; a browser would have to be trusted with a script made later.
  const isHydrated = useHydrated()
  if (!site || isHydrated) return null
  const json = JSON.stringify({ '@context': 'https://schema.org', ...about(site) })
  // Without a `<` no text of a product or a post can end the script.
  return <script type="application/ld+json">{json.replaceAll('<', '\\u003c')}</script>
}
