import { href } from 'react-router'

/** Returns the path of a family's page. */
export function familyPath({ slug }: { slug: string }): string {
  return href('/tools/family/:slug', { slug })
}
