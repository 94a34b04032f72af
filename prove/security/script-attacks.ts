import { type Browser, type BrowserContext, chromium } from '@playwright/test'
import { CHROMIUM_FLAGS, findOrInstallHeadlessShell } from '#platform/testing/browsers/chromium.ts'
import type { Scenario } from '#prove/scenario.ts'
import { PRODUCTS, userId } from '#prove/seed.ts'
import { type ProofShop, withShopIn } from '#prove/shop.ts'
import { pageVerdicts } from '#server/testing/authorization/page-verdicts.ts'
import { attacks } from '#server/testing/script-attacks.ts'
import { callApi, credentialsOf, sessionCookie } from './client.ts'
import { plantAfterSale } from './plant-after-sale.ts'
import { ADMIN, BUYER, type Planted, plantAttacks, plantAttacksInRows } from './plant-attacks.ts'

type Findings = { pages: number; deviations: string[] }

/**
 * Every text field carries script attacks and formulas, and every page is opened in Chromium as a
 * visitor, as the buyer and as an admin: nothing runs, and no policy has to stop anything.
 */
export const scriptAttacks: Scenario = {
  name: 'script attacks in texts',
  notApplicable: ({ isShort }) => (isShort ? 'the browser tests open the corpus' : undefined),
  run: async ({ environments, random }) => {
    const environment = await environments.open()
    await environment.query(plantAttacksInRows)
    return withShopIn(environment, async (shop) => {
      const { url } = shop.running()
      const planted = await plantAttacks(url)
      const { sold, fields } = await plantAfterSale(shop, random)
      const findings: Findings = { pages: 0, deviations: await checkDownloads(url, planted) }
      const browser = await chromium.launch({
        executablePath: findOrInstallHeadlessShell(),
        args: CHROMIUM_FLAGS,
      })
      await openPages(shop, browser, [...pathsWith(planted), `/dashboard/orders/${sold}`], findings).finally(
        () => browser.close(),
      )
      const { pages, deviations } = findings
      const counted = `${planted.fields + fields} planted texts, ${pages} pages opened`
      return { tries: pages, counted, deviations }
    })
  },
}

const BUYER_PAGE = /^\/dashboard\/(orders|payments|profile|review|security)/
const ADMIN_PAGE = /^\/dashboard/

async function openPages(
  shop: ProofShop,
  browser: Browser,
  paths: string[],
  findings: Findings,
): Promise<void> {
  const { url } = shop.running()
  const users = { visitor: null, buyer: BUYER, admin: ADMIN }
  for (const [name, number] of Object.entries(users)) {
    const context = await browser.newContext({ baseURL: url })
    const note = (what: string) => findings.deviations.push(`as ${name}: ${what}`)
    await watch(context, note)
    if (number !== null) await context.addCookies([cookieOf(url, number)])
    const page = await context.newPage()
    page.on('dialog', (dialog) => {
      note(`${page.url()} executed ${dialog.message()}`)
      void dialog.dismiss()
    })
    for (const path of paths) {
      findings.pages += 1
      try {
        await page.goto(path, { waitUntil: 'load' })
        if (!path.startsWith('/simulators') && !path.startsWith('/api')) {
          await page.locator('html[data-hydrated]').waitFor({ state: 'attached' })
        }
        const isOwn = name === 'admin' ? ADMIN_PAGE.test(path) : BUYER_PAGE.test(path)
        const isLogin = new URL(page.url()).pathname === '/login'
        if (number !== null && isOwn && isLogin) note(`${path} shows the login`)
      } catch (error) {
        note(`${path}: ${error instanceof Error ? error.message.split('\n')[0] : error}`)
      }
    }
    if (name === 'buyer') await paste(context, note)
    await context.close()
  }
}

/** Reports policy violations and script errors. */
async function watch(context: BrowserContext, note: (what: string) => void): Promise<void> {
  await context.exposeBinding('reportViolation', (_, violation: string) => note(violation))
  await context.addInitScript(() => {
    addEventListener('securitypolicyviolation', (event) => {
      const { effectiveDirective, blockedURI, sample, documentURI } = event
      Object(globalThis).reportViolation(
        `${documentURI} violates ${effectiveDirective}: ${blockedURI} ${sample}`,
      )
    })
  })
  context.on('weberror', (error) => note(error.error().message))
}

/** Pastes the corpus as an order list, in the page that reads such text. */
async function paste(context: BrowserContext, note: (what: string) => void): Promise<void> {
  const page = await context.newPage()
  page.on('dialog', (dialog) => {
    note(`pasting executed ${dialog.message()}`)
    void dialog.dismiss()
  })
  await page.goto('/order-list#paste')
  await page.locator('html[data-hydrated]').waitFor({ state: 'attached' })
  const field = page.getByLabel('Paste an order', { exact: true }).last()
  await field.fill(attacks.map((attack) => `${attack}\t10`).join('\n'))
  await page.getByRole('button', { name: 'Add to the list' }).click()
  await page.getByText('<script>').first().waitFor()
}

function cookieOf(url: string, number: number) {
  const [name = '', value = ''] = sessionCookie(userId(number)).split('=')
  return { name, value, url, httpOnly: true }
}

/** The paths of all pages with the planted objects, and those that show parts of their URL. */
function pathsWith({ order, payment, shared, category }: Planted): string[] {
  const [product = ''] = PRODUCTS
  const post = '0191f7a0-0000-7000-8000-000000000000'
  const tool = `x-${product}`
  const customer = userId(BUYER)
  const objects = { order, payment, shared, category, customer }
  const values: Record<string, string> = { ...objects, product, tool, post }
  const fill = (path: string) => path.replaceAll(/\{(\w+)\}/g, (_, name) => values[name] ?? name)
  const text = encodeURIComponent(attacks.join(' '))
  const attacked = [
    `/purchase?q=${text}`,
    `/purchase?category=${text}&stock=${text}&sort=${text}`,
    `/login?from=${text}&error=${text}`,
    `/reset-password?token=${text}`,
    `/verify-email?token=${text}`,
    `/contact?product=${text}`,
    `/order-list/shared/${text}`,
    `/compare?ids=${text}`,
    `/dashboard/orders?search=${text}`,
    `/dashboard/manage-users?search=${text}`,
    `/${text}`,
  ]
  return [...pageVerdicts.map(({ path }) => fill(path)), ...attacked, '/simulators/mail', '/api/docs']
}

/** No cell of an export is a formula, and no document runs anything. */
async function checkDownloads(url: string, { orderNumber }: Planted): Promise<string[]> {
  const buyer = await credentialsOf(BUYER)
  const csv = await callApi(url, 'GET', '/orders/csv', buyer)
  const cells = csv.text.split(/\r?\n/).flatMap((line) => line.split(/,(?=(?:[^"]*"[^"]*")*[^"]*$)/))
  const formulas = cells.filter((cell) => /^"?[=+\-@\t\r]/.test(cell))
  const document = await callApi(url, 'GET', `/documents/confirmation/${orderNumber}`, buyer)
  const names = document.bytes.toString('latin1').match(/\/(JavaScript|JS|OpenAction|AA|Launch|URI)\b/g)
  return [
    ...formulas.map((cell) => `the export has the formula ${cell}`),
    ...(cells.length > 20 ? [] : [`the export has ${cells.length} cells`]),
    ...(document.text.startsWith('%PDF-') ? [] : ['the confirmation is no PDF']),
    ...(names ?? []).map((name) => `the confirmation has ${name}`),
  ]
}
