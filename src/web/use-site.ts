import { useRouteLoaderData } from 'react-router'
import type { Site } from '#platform/http/site.ts'

/** Returns the shop's public settings; undefined only when the root loader failed. */
export function useSite(): Site | undefined {
  return useRouteLoaderData<{ site: Site }>('root')?.site
}
