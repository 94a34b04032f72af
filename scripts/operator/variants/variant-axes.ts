import categories from '#db/seed/categories.json' with { type: 'json' }
import variants from '#db/seed/variants.json' with { type: 'json' }

/** One option of an axis along which variants differ, such as a size. */
export type Option = {
  key?: string
  value?: number | string
  /** Its part of the product's name, if any. */
  text?: string
  priceFactor: number
}

type AxisJson = {
  key: string
  name?: string
  values?: (number | string)[]
  from?: number
  to?: number
  step?: number
}

type VariedProductJson = {
  noun: string
  axes: AxisJson[]
  /** The keys of the smallest and the largest size of a set. */
  set?: string[]
  /** Formats one size of a set. */
  size?: string
  fixed?: Record<string, number>
  unset?: string[]
}

export const variedProducts: Record<string, VariedProductJson> = variants

const series: Option[] = [
  { priceFactor: 1 },
  { text: 'Pro', priceFactor: 1.3 },
  { text: 'Industry', priceFactor: 1.6 },
  { text: 'Compact', priceFactor: 0.85 },
]
const packs: Option[] = [1, 5, 10, 20, 50, 100].map((count, index) =>
  count === 1 ? { priceFactor: 1 } : { text: `pack of ${count}`, priceFactor: count * (1 - 0.03 * index) },
)

/** Returns all axes of a tool; `base` are the specifications of the demo's own product. */
export function axesOf(sku: string, category: string, base: Record<string, number | string>): Option[][] {
  const specifications = categories.find(({ slug }) => slug === category)?.specifications ?? []
  const own = (variedProducts[sku]?.axes ?? []).map((axis) => {
    const known: { choices?: string[] } | undefined = specifications.find(({ key }) => key === axis.key)
    const values = axis.values ?? known?.choices ?? rangeOf(axis)
    return values.map((value, index): Option => {
      const isNamed = known?.choices !== undefined && value !== 'none'
      const name = axis.name ?? (isNamed ? '{}' : undefined)
      return {
        key: axis.key,
        value,
        ...(name !== undefined && { text: name.replace('{}', String(value)) }),
        priceFactor: priceFactor(value, base[axis.key], index),
      }
    })
  })
  return [...own, series, packs]
}

function rangeOf({ from = 0, to = 0, step = 1 }: AxisJson): number[] {
  const count = Math.round((to - from) / step) + 1
  return Array.from({ length: count }, (_, index) => Number((from + index * step).toFixed(3)))
}

// The price grows less than proportionally with the size; each further option costs a little more.
function priceFactor(value: number | string, base: number | string | undefined, index: number) {
  if (typeof value !== 'number' || typeof base !== 'number') return 1 + 0.06 * index
  return Math.min(6, Math.max(0.3, (value / base) ** 0.6))
}
