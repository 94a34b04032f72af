import type { Site } from '#platform/http/site.ts'
import { iconUrl } from './image-url.ts'

/** The path of the shop's icon as a PNG: of its logo, or the demo's; undefined where an own shop has no logo. */
export function pngIconOf({ look, isOwn }: Pick<Site, 'look' | 'isOwn'>): string | undefined {
  if (look?.logo) return iconUrl(look.logo)
  return isOwn ? undefined : '/apple-touch-icon.png'
}
