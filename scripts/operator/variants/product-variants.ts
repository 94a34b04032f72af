import { v7 as uuidv7 } from 'uuid'
import products from '#db/seed/products.json' with { type: 'json' }
import { axesOf, type Option, variedProducts } from './variant-axes.ts'

/** The maximum number of variants. */
export const MAX_VARIANTS = 1_000_000

export type Variant = {
  id: string
  sku: string
  /** The SKU of the demo's product that this one varies. */
  base: string
  name: string
  description: string
  unitPriceCents: number
  quantity: number
  minQuantity: number
  category: string
  specifications: Record<string, number | string>
}

const SEED = 20_260_101
// Shared by all variants, so that their ids sort in the order of their numbers.
const FIRST_MS = Date.UTC(2026, 0, 1)
const MIN_CENTS = 500
const MAX_LISTED_SIZES = 8

const tools = products.map((product) => {
  const base: Record<string, number | string> = Object.fromEntries(
    Object.entries(product.specifications).filter(([, value]) => value !== undefined),
  )
  const axes = axesOf(product.sku, product.category, base)
  return { product, base, axes, count: axes.reduce((count, axis) => count * axis.length, 1) }
})

/**
 * Returns the variant with this number, from 0 to below MAX_VARIANTS: always the same one, with a SKU
 * of its own. It alternates between the tools, so that each has about as many variants.
 */
export function variantOf(index: number): Variant {
  const tool = tools[index % tools.length]
  if (!tool) throw new Error('The demo has no products')
  const { product, base, axes, count } = tool
  const number = Math.floor(index / tools.length)
  const random = randomFrom(SEED + index)
  const options = optionsAt(axes, (number * stepThrough(count)) % count)
  const values = options.flatMap(({ key, value }) =>
    key === undefined || value === undefined ? [] : [[key, value] as const],
  )
  const { noun, unset = [], fixed = {} } = variedProducts[product.sku] ?? { noun: product.name }
  const stored = Object.entries(base).filter(([key]) => !unset.includes(key))
  const specifications = { ...Object.fromEntries([...stored, ...values]), ...fixed }
  const sizes = sizesOf(product.sku, specifications)
  if (sizes !== undefined) specifications.sizes = sizes.text
  const texts = options.flatMap(({ text }) => text ?? [])
  return {
    id: uuidv7({ msecs: FIRST_MS + index, random: bytesOf(random) }),
    sku: `${product.sku}-${String(number + 1).padStart(5, '0')}`,
    base: product.sku,
    name: nameOf(noun, [...(sizes?.names ?? []), ...texts]),
    description: descriptionOf(noun, specifications),
    unitPriceCents: priceOf(product.perPrice, options, random()),
    ...stockOf(product.minQuantity, random),
    category: product.category,
    specifications,
  }
}

/** Reads a number as one option of each axis, like digits. */
function optionsAt(axes: Option[][], number: number): Option[] {
  let rest = number
  return axes.flatMap((axis) => {
    const option = axis[rest % axis.length]
    rest = Math.floor(rest / axis.length)
    return option ?? []
  })
}

/** Returns a stride that visits each of `count` variants once and soon differs in every axis. */
function stepThrough(count: number): number {
  const divides = (step: number): boolean => commonDivisor(step, count) === 1
  let step = (7_368_787 % count) | 1
  while (!divides(step)) step += 2
  return step
}

function commonDivisor(a: number, b: number): number {
  return b === 0 ? a : commonDivisor(b, a % b)
}

function sizesOf(sku: string, values: Record<string, number | string>) {
  const { set: [smallKey = '', largeKey = ''] = [], size = '{}' } = variedProducts[sku] ?? {}
  const large = values[largeKey]
  const small = smallKey === largeKey ? Math.round(Number(large) * 0.3) : values[smallKey]
  if (typeof large !== 'number' || typeof small !== 'number') return undefined
  const pieces = Number(values.pieces)
  const unit = size === '{}' ? ' mm' : ''
  const write = (length: number) => size.replace('{}', String(length))
  if (pieces === 1) {
    const between = smallKey.includes('jaw') ? 'x' : 'to'
    const text = `${write(small)} ${between} ${write(large)}${unit}`
    return { text, names: [text] }
  }
  const range = `${write(small)} to ${write(large)}${unit}`
  const listed = Array.from({ length: pieces }, (_, index) =>
    write(Math.round((small + ((large - small) * index) / (pieces - 1)) * 2) / 2),
  )
  const text = pieces > MAX_LISTED_SIZES ? range : `${listed.join(', ')}${unit}`
  return { text, names: [range, `${pieces} pcs`] }
}

function nameOf(noun: string, parts: string[]): string {
  const [first, ...others] = parts
  const name = [`${noun} ${first ?? ''}`.trim(), ...others].join(', ')
  // Drops the part after the size first; the specifications have it too.
  return name.length <= 100 ? name : nameOf(noun, [first ?? '', ...others.slice(1)])
}

function descriptionOf(noun: string, values: Record<string, number | string>): string {
  const parts = [values.material, values.finish, values.handle, values.standard]
  const phrase = parts.filter((part) => part !== undefined && part !== 'none').join(', ')
  return `${noun} for daily work: ${phrase}.`.slice(0, 100)
}

function priceOf(dollars: number, options: Option[], random: number): number {
  const factor = options.reduce((product, { priceFactor }) => product * priceFactor, 1)
  return Math.max(MIN_CENTS, Math.round(dollars * 100 * factor * (0.95 + random * 0.1)))
}

/** Most variants are in stock; some are sold out or below their minimum order. */
function stockOf(usualMinimum: number, random: () => number) {
  const minQuantity = [usualMinimum, 10, 20, 50][Math.floor(random() * 4)] ?? usualMinimum
  const kind = random()
  if (kind < 0.04) return { minQuantity, quantity: 0 }
  if (kind < 0.07) return { minQuantity, quantity: 1 + Math.floor(random() * (minQuantity - 1)) }
  return { minQuantity, quantity: minQuantity + Math.floor(random() ** 2 * 6000) }
}

function bytesOf(random: () => number): Uint8Array {
  return Uint8Array.from({ length: 16 }, () => Math.floor(random() * 256))
}

/** Returns numbers from 0 to below 1 that are always the same for the same seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
