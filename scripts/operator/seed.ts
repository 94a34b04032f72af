import { parseArgs } from 'node:util'
import { checkShopMode } from '#operations/installation.server.ts'
import { runForOperator } from './operator.ts'
import { MAX_VARIANTS } from './variants/product-variants.ts'
import { seedProducts } from './variants/seed-products.server.ts'

const USAGE = `Usage: npm run seed -- --products N   fills the demo with N variants of its tools, at most ${MAX_VARIANTS.toLocaleString('en-US')}`
const REPORTED = 50_000

/** Fills the demo of the current settings with products. Returns the exit code. */
export async function runSeed(args: string[]): Promise<number> {
  const products = readCount(args)
  if (products === undefined) {
    console.error(USAGE)
    return 1
  }
  return runForOperator(async (db, { SHOP_MODE }) => {
    if (SHOP_MODE === 'demo') await checkShopMode(db, SHOP_MODE)
    return seedProducts(db, products, SHOP_MODE, (done) => {
      if (done % REPORTED === 0) console.log(`${done.toLocaleString('en-US')} …`)
    })
  })
}

function readCount(args: string[]): number | undefined {
  try {
    const { values } = parseArgs({ args, options: { products: { type: 'string' } } })
    return /^[1-9]\d{0,6}$/.test(values.products ?? '') ? Number(values.products) : undefined
  } catch {
    return undefined
  }
}
