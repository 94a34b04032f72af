import type { Random } from '#prove/random.ts'

/** Values from responses by kind; later requests use them. */
export type KnownValues = {
  add: (kind: string, value: unknown) => void
  /** Collects the ids in a response of a path. */
  learn: (path: string, body: unknown) => void
  pick: (kind: string) => string | undefined
  count: (kind: string) => number
}

/** Keeps the latest values, because older ones are often deleted. */
const MAX_OF_A_KIND = 60

const KINDS_OF_KEYS: Record<string, string> = {
  email: 'email',
  orderNumber: 'number',
  number: 'number',
  slug: 'category',
  sku: 'sku',
  imgURL: 'image',
  transactionId: 'intent',
  productId: 'product',
  orderId: 'order',
}

/** The kind of object of a path's ids. */
const KINDS_OF_PATHS: [RegExp, string][] = [
  [/^\/(products|orderLimits)/, 'product'],
  [/^\/(purchase|perchase|orders|documents)/, 'order'],
  [/^\/payments/, 'payment'],
  [/^\/order-lists/, 'list'],
  [/^\/sessions/, 'session'],
  [/^\/synonyms/, 'synonym'],
  [/^\/categor/, 'category'],
  [/^\/shared-lists/, 'share'],
  [/^\/(users|heldStock)/, 'user'],
  [/^\/blogs/, 'post'],
]

/** Returns the kind of object of a path parameter. */
export function kindOfParameter(path: string, name: string): string {
  if (name === 'email' || path === '/purchase/{email}') return 'email'
  if (name === 'number') return 'number'
  return kindOfPath(path)
}

function kindOfPath(path: string): string {
  return KINDS_OF_PATHS.find(([pattern]) => pattern.test(path))?.[1] ?? 'id'
}

export function createKnownValues(random: Random): KnownValues {
  const values = new Map<string, string[]>()
  const add: KnownValues['add'] = (kind, value) => {
    if (typeof value !== 'string' || value === '' || value.length > 300) return
    const known = values.get(kind) ?? []
    if (known.includes(value)) return
    known.push(value)
    if (known.length > MAX_OF_A_KIND) known.splice(random.integer(0, MAX_OF_A_KIND / 2), 1)
    values.set(kind, known)
  }
  const learn = (path: string, body: unknown, depth = 0): void => {
    if (typeof body !== 'object' || body === null || depth > 4) return
    if (Array.isArray(body)) {
      for (const item of body.slice(0, 5)) learn(path, item, depth + 1)
      return
    }
    for (const [key, value] of Object.entries(body)) {
      if (key === '_id') add(kindOfPath(path), value)
      if (key === 'token' && path.endsWith('/share')) add('share', value)
      if (key === 'clientSecret') add('intent', String(value).replace(/_secret.*/, ''))
      const kind = KINDS_OF_KEYS[key]
      if (kind) add(kind, value)
      learn(path, value, depth + 1)
    }
  }
  return {
    add,
    learn,
    pick: (kind) => {
      const known = values.get(kind)
      return known && random.pick(known)
    },
    count: (kind) => values.get(kind)?.length ?? 0,
  }
}
