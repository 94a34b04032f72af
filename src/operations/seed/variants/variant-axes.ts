import categories from '#db/seed/categories.json' with { type: 'json' }
import variants from '#db/seed/variants.json' with { type: 'json' }

/** One way in which the variants of a tool differ, and one value of it. */
export type Option = {
  key?: string
  value?: number | string
  /** What the product's name says about it, if anything. */
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
  /** How one size of a set is written. */
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
  count === 1
    ? { priceFactor: 1 }
    : { text: `pack of ${count}`, priceFactor: count * (1 - 0.03 * index) },
)

/** Returns all axes of a tool; `base` are the specifications of the demo's own product. */
export function axesOf(
  sku: string,
  category: string,
  base: Record<string, number | string>,
): Option[][] {
  const specifications = categories.find(({ slug }) => slug === category)?.specifications ?? []
  const own = (variedProducts[sku]?.axes ?? []).map((axis) => {
    const known: { choices?: string[] } | undefined = specifications.find(
      ({ key }) => key === axis.key,
    )
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

// Bigger costs more, but less than in proportion; other choices cost a little more, one after another.
function priceFactor(value: number | string, base: number | string | undefined, index: number) {
  if (typeof value !== 'number' || typeof base !== 'number') return 1 + 0.06 * index
  return Math.min(6, Math.max(0.3, (value / base) ** 0.6))
}
