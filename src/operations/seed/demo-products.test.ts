import { expect, test } from 'vitest'
import categories from '#db/seed/categories.json' with { type: 'json' }
import type { Specification } from '#shop/catalogue/categories/category.ts'
import { specificationErrors } from '#shop/catalogue/categories/specification-values.ts'
import { isGtin } from '#shop/catalogue/gtin.ts'
import { demoProducts } from './demo-products.ts'
import { warehouseOf } from './demo-warehouse.ts'

const specificationsOf = (category: string) => {
  const found = categories.find(({ slug }) => slug === category)?.specifications ?? []
  return found.map((one) => ({ unit: null, choices: null, ...one })) as Specification[]
}

test('the demo’s products are described by their categories, each completely', () => {
  for (const { sku, category, specifications } of demoProducts) {
    expect(specificationErrors(specificationsOf(category), specifications), sku).toEqual({})
    expect(Object.keys(specifications).length, sku).toBeGreaterThanOrEqual(5)
  }
  const leaves = categories.filter(({ parent }) => parent !== null)
  expect(leaves.length).toBeGreaterThanOrEqual(9)
  expect(leaves.length).toBeLessThanOrEqual(12)
  for (const { slug } of leaves) expect(demoProducts.some(({ category }) => category === slug)).toBe(true)
})

test('the demo has the sizes of real families, each with a SKU, a short name and valid values', () => {
  expect(demoProducts.length).toBeGreaterThanOrEqual(300)
  expect(new Set(demoProducts.map(({ sku }) => sku)).size).toBe(demoProducts.length)
  expect(new Set(demoProducts.map(({ name }) => name)).size).toBe(demoProducts.length)
  for (const { sku, name, description, perPrice, quantity, minQuantity } of demoProducts) {
    expect(sku).toMatch(/^FW-\d{4}$/)
    expect(name.length, name).toBeLessThanOrEqual(45)
    expect(`${name} ${description}`).not.toMatch(/[{}]|undefined/)
    expect(description.length, description).toBeGreaterThanOrEqual(10)
    expect(description.length, description).toBeLessThanOrEqual(100)
    expect(perPrice, sku).toBeGreaterThanOrEqual(5)
    expect(minQuantity, sku).toBeGreaterThanOrEqual(10)
    expect(quantity, sku).toBeGreaterThanOrEqual(0)
  }
  const wrench = demoProducts.find(({ sku }) => sku === 'FW-1006')
  expect(wrench?.name).toBe('Combination Wrench 6 mm')
  expect(wrench?.specifications).toMatchObject({ 'jaw-width': 6, length: 105, type: 'combination' })
})

test('the demo’s products have a bin, an in-store GTIN and a weight', () => {
  const stored = demoProducts.map(warehouseOf)
  expect(new Set(stored.map(({ gtin }) => gtin)).size).toBe(stored.length)
  for (const { bin, gtin, weight } of stored) {
    expect(bin).toMatch(/^[A-L]-\d\d-\d\d$/)
    expect(gtin).toMatch(/^2\d{12}$/)
    expect(isGtin(gtin)).toBe(true)
    expect(weight).toBeGreaterThanOrEqual(10)
    expect(weight).toBeLessThanOrEqual(10_000)
  }
})
