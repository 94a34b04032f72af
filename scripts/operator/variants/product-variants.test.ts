import { expect, test } from 'vitest'
import categories from '#db/seed/categories.json' with { type: 'json' }
import products from '#db/seed/products.json' with { type: 'json' }
import type { Specification } from '#shop/catalogue/categories/category.ts'
import { specificationErrors } from '#shop/catalogue/categories/specification-values.ts'
import { MAX_VARIANTS, variantOf } from './product-variants.ts'

const specificationsOf = (category: string) => {
  const found = categories.find(({ slug }) => slug === category)?.specifications ?? []
  return found.map((one) => ({ unit: null, choices: null, ...one })) as Specification[]
}

test('the last variant of a million is always the same one, with a SKU', () => {
  const last = variantOf(MAX_VARIANTS - 1)
  expect(last.sku).toMatch(/^FW-\d{4}-29412$/)
  expect(variantOf(MAX_VARIANTS - 1)).toEqual(last)
})

test('variants follow the rules of products and of their categories', () => {
  const numbers = Array.from({ length: 20_000 }, (_, index) => index * 49)
  const variants = numbers.map(variantOf)
  expect(new Set(variants.map(({ sku }) => sku)).size).toBe(variants.length)
  expect(new Set(variants.map(({ id }) => id)).size).toBe(variants.length)
  expect(variants.map(({ id }) => id).toSorted()).toEqual(variants.map(({ id }) => id))
  for (const variant of variants) {
    const { name, description, unitPriceCents, minQuantity, quantity, specifications } = variant
    expect(specificationErrors(specificationsOf(variant.category), specifications)).toEqual({})
    expect(name.length, name).toBeLessThanOrEqual(100)
    expect(description.length, description).toBeGreaterThanOrEqual(10)
    expect(description.length, description).toBeLessThanOrEqual(100)
    expect(unitPriceCents).toBeGreaterThanOrEqual(500)
    expect(unitPriceCents).toBeLessThan(100_000_00)
    expect(minQuantity).toBeGreaterThanOrEqual(10)
    expect(quantity).toBeGreaterThanOrEqual(0)
  }
  expect(variants.filter(({ quantity }) => quantity === 0).length).toBeGreaterThan(100)
})

test('few variants already differ in every specification that varies', () => {
  const wrenches = Array.from({ length: 60 }, (_, index) => variantOf(index * products.length))
  const different = (key: string) => new Set(wrenches.map(({ specifications }) => specifications[key])).size
  expect(different('jaw-width')).toBeGreaterThan(30)
  expect(different('finish')).toBe(4)
  expect(different('material')).toBe(3)
})
