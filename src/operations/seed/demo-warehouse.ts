import { gtinCheckDigit } from '#shop/catalogue/gtin.ts'
import type { DemoProduct } from './demo-products.ts'

// The aisle of each category's shelves.
const aisles: Record<string, string> = {
  wrenches: 'A',
  sockets: 'B',
  screwdrivers: 'C',
  hammers: 'D',
  pliers: 'E',
  'drills-and-taps': 'F',
  'milling-cutters': 'G',
  'saws-and-files': 'H',
  'chisels-and-punches': 'J',
  measuring: 'K',
  clamping: 'L',
}

// About how many grams a tool of each category has for each millimetre of its length.
const gramsPerMillimetre: Record<string, number> = {
  wrenches: 0.9,
  sockets: 1.6,
  screwdrivers: 0.8,
  pliers: 1.4,
  'drills-and-taps': 0.6,
  'milling-cutters': 1.1,
  'saws-and-files': 1.7,
  'chisels-and-punches': 1.3,
  measuring: 1.2,
  clamping: 2.9,
}

/**
 * Where a product of the demo is in the warehouse, its in-store GTIN, which begins with 20, and its weight
 * in grams.
 */
export function warehouseOf({ sku, category, specifications }: DemoProduct) {
  const number = sku.slice(-4)
  const digits = `20000000${number}`
  const shelf = String((Number(number) % 40) + 1).padStart(2, '0')
  const place = String((Math.floor(Number(number) / 40) % 25) + 1).padStart(2, '0')
  return {
    bin: `${aisles[category] ?? 'M'}-${shelf}-${place}`,
    gtin: `${digits}${gtinCheckDigit(digits)}`,
    weight: weightOf(category, specifications),
  }
}

function weightOf(category: string, specifications: DemoProduct['specifications']): number {
  // A hammer is described by the weight of its head, and has a handle too.
  if (specifications.weight !== undefined) return Math.round(Number(specifications.weight) * 1.3)
  const { length, range, diameter, opening } = specifications
  const millimetres = Math.min(Number(length ?? opening ?? diameter ?? range ?? 150), 600)
  const pieces = Number(specifications.pieces ?? 1)
  return Math.round(millimetres * (gramsPerMillimetre[category] ?? 1) * pieces)
}
