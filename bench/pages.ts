import { launch } from 'chrome-launcher'
import lighthouse, { type RunnerResult } from 'lighthouse'
import { CHROMIUM_FLAGS, findOrInstallChromium } from '../src/platform/testing/browsers/chromium.ts'
import { startTestShop } from '../src/server/testing/shop-process.ts'
import { report } from './report.ts'

/**
 * Measures the pages with Lighthouse's mobile simulation: its four scores, largest contentful paint,
 * layout shift and script size. Of three runs per page, the one with the median largest paint is
 * shown, because single runs depend on the machine.
 */
const RUNS = 3

const shop = await startTestShop()
const chrome = await launch({
  chromePath: findOrInstallChromium(),
  chromeFlags: ['--headless=new', ...CHROMIUM_FLAGS],
})
try {
  const [post] = await (await fetch(`${shop.url}/api/blogs`)).json()
  const [product] = await (await fetch(`${shop.url}/api/products?size=1&page=0`)).json()
  // Without its redirect from the id alone, as visitors open it.
  const { url: productUrl } = await fetch(`${shop.url}/tools/${product._id}`)
  const paths = [
    '/',
    '/purchase',
    new URL(productUrl).pathname,
    '/tools/category/wrenches',
    '/blogs',
    `/blogs/${post._id}`,
    '/reviews',
    '/about-me',
    '/login',
  ]
  report('Pages, by Lighthouse on a simulated phone', Object.fromEntries(await sequentially(paths, measure)))
} finally {
  chrome.kill()
  await shop.stop()
}

async function measure(path: string): Promise<[string, Record<string, number>]> {
  const runs = await sequentially(Array<string>(RUNS).fill(path), visit)
  const result = runs.sort((a, b) => largestPaint(a) - largestPaint(b))[(RUNS - 1) / 2]
  if (!result) throw new Error(`Lighthouse measured nothing on ${path}`)
  const { categories, audits } = result.lhr
  const score = (name: string) => Math.round((categories[name]?.score ?? 0) * 100)
  return [
    path.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/, ':id'),
    {
      performance: score('performance'),
      accessibility: score('accessibility'),
      'best practices': score('best-practices'),
      seo: score('seo'),
      'LCP ms': Math.round(largestPaint(result)),
      CLS: audits['cumulative-layout-shift']?.numericValue ?? Number.NaN,
      'script KB': scriptKilobytes(result),
    },
  ]
}

async function visit(path: string): Promise<RunnerResult> {
  const result = await lighthouse(`${shop.url}${path}`, { port: chrome.port, logLevel: 'error' })
  if (!result) throw new Error(`Lighthouse measured nothing on ${path}`)
  return result
}

function largestPaint({ lhr }: RunnerResult): number {
  return lhr.audits['largest-contentful-paint']?.numericValue ?? Number.NaN
}

function scriptKilobytes({ lhr }: RunnerResult): number {
  const { details } = lhr.audits['network-requests'] ?? {}
  const requests = details?.type === 'table' ? details.items : []
  const bytes = requests
    .filter(({ resourceType }) => resourceType === 'Script')
    .reduce((sum, { transferSize }) => sum + Number(transferSize), 0)
  return Math.round(bytes / 1000)
}

/** Runs the work one after the other, because concurrent measurements disturb each other. */
async function sequentially<In, Out>(items: In[], work: (item: In) => Promise<Out>): Promise<Out[]> {
  const outputs: Out[] = []
  for (const item of items) outputs.push(await work(item))
  return outputs
}
