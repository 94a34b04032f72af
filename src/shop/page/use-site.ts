import { useRouteLoaderData } from 'react-router'
import type { Site } from '#platform/http/site.ts'

/** What the shop says of itself; undefined only where the shop could not answer at all. */
export function useSite(): Site | undefined {
  return useRouteLoaderData<{ site: Site }>('root')?.site
}
