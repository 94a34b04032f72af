import { useRouteLoaderData } from 'react-router'
import type { Viewer } from './auth.ts'

/** Who is signed in, or null for a visitor. */
export function useViewer(): Viewer | null {
  return useRouteLoaderData<{ viewer: Viewer | null }>('root')?.viewer ?? null
}
