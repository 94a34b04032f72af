import { startTestShop } from './test-shop.ts'

/** One shop for the whole run of browser tests; its address reaches them as their baseURL. */
export default async function setup(): Promise<() => Promise<void>> {
  const { url, stop } = await startTestShop()
  process.env.TEST_SHOP_URL = url
  return stop
}
