import { href } from 'react-router'
import type { Product } from './product.ts'

const MAX_SLUG = 80
const UUID = /^(?:(.*)-)?([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$/i

/** Returns the path of a product's public page, `/tools/{slug}-{id}` (product 13.1). */
export function productPath({ _id, name }: Pick<Product, '_id' | 'name'>): string {
  return href('/tools/:tool', { tool: `${slugOf(name)}-${_id}` })
}

/** Returns the product's id in a path's last part; undefined when there is none. */
export function productIdIn(tool: string): string | undefined {
  return UUID.exec(tool)?.[2]?.toLowerCase()
}

/** A name in Latin letters and digits for a URL; `tool` for names in other scripts. */
export function slugOf(name: string): string {
  const words = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  const slug = words.replace(/[^a-z0-9]+/g, '-').slice(0, MAX_SLUG)
  return slug.replace(/^-|-$/g, '') || 'tool'
}
