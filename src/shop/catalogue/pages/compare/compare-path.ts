import { href } from 'react-router'

/** The maximum number of products side by side. */
export const MAX_COMPARED = 4

/** Returns the shareable path of a comparison. */
export function comparePath(ids: string[]): string {
  return ids.length === 0 ? href('/compare') : `${href('/compare')}?ids=${ids.join(',')}`
}
