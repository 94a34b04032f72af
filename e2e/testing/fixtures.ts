import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type APIRequestContext, test as base, expect, type Locator, type Page } from '@playwright/test'
import { type Login, signIn } from '#server/testing/api-driver.ts'
import { type Buyer, signUp, withCookies } from './api-helpers.ts'

type Fixtures = {
  /** Error statuses that a test provokes; the browser logs each as an error. */
  expectedRefusals: number[]
  /** Other errors that a test provokes, each as a part of its text. */
  expectedErrors: string[]
  /** A user with a unique e-mail, not registered yet. */
  newBuyer: Buyer
  /** A new user who is signed in. */
  signedInBuyer: Buyer
  /** A new user who is signed in elsewhere: `request` has the cookies. */
  otherBuyer: Buyer & { request: APIRequestContext }
  /** Registers a new user and stays on the page that registration leads to. */
  register: (buyer: Buyer) => Promise<void>
}

// A release of Firefox ends the fetches of a page that is left, which the router notes as errors, and
// asks for an icon on the pages of simulators, which have none.
const ONLY_FIREFOX = [
  '/favicon.ico',
  'Failed to fetch manifest patches',
  'Error loading route module',
  'error loading dynamically imported module',
]

/** The browser tests' `test`: an error in the page's console fails the test. */
export const test = base.extend<Fixtures>({
  expectedRefusals: [[], { option: true }],
  expectedErrors: [[], { option: true }],
  context: async ({ context, browserName, javaScriptEnabled, expectedRefusals, expectedErrors }, use) => {
    const isFirefox = browserName === 'firefox'
    if (isFirefox) test.slow()
    test.skip(isFirefox && !javaScriptEnabled, 'Playwright cannot disable scripts in Firefox')
    const errors: string[] = []
    const expected = [
      ...expectedErrors,
      ...expectedRefusals.map((status) => `status of ${status}`),
      ...(isFirefox ? ONLY_FIREFOX : []),
    ]
    const note = (error: string) => {
      if (!expected.some((part) => error.includes(part))) errors.push(error)
    }
    let lastText = ''
    context.on('console', (message) => {
      if (message.type() !== 'error') return
      const text = message.text()
      const isDetail = isFirefox && text === 'Error' && ONLY_FIREFOX.some((part) => lastText.includes(part))
      if (!isDetail) note(`${text} ${message.location().url}`)
      lastText = text
    })
    // Includes the blocked resource and the location, which the console omits.
    await context.exposeBinding('reportViolation', (_, violation: string) => {
      note(`policy: ${violation}`)
    })
    await context.addInitScript(() => {
      addEventListener('securitypolicyviolation', (event) => {
        const { effectiveDirective, blockedURI, sample, sourceFile, lineNumber } = event
        Object(globalThis).reportViolation(
          `${effectiveDirective} ${blockedURI} ${sample} in ${sourceFile}:${lineNumber}`,
        )
      })
    })
    context.on('weberror', (error) => {
      const { message } = error.error()
      if (!isFirefox || !ONLY_FIREFOX.some((part) => message.includes(part))) errors.push(message)
    })
    await use(context)
    expect(errors, 'errors in the console').toEqual([])
  },
  page: async ({ page, javaScriptEnabled }, use) => {
    const [goto, reload] = [page.goto.bind(page), page.reload.bind(page)]
    const hydrated = async () => {
      if (javaScriptEnabled) await page.locator('html[data-hydrated]').waitFor({ state: 'attached' })
    }
    page.goto = async (url, options) => {
      const response = await goto(url, options)
      await hydrated()
      return response
    }
    page.reload = async (options) => {
      const response = await reload(options)
      await hydrated()
      return response
    }
    await use(page)
  },
  newBuyer: async ({ browserName: _ }, use) => {
    const email = `${crypto.randomUUID()}@example.com`
    await use({ name: 'Jane Buyer', email, password: 'correct horse' })
  },
  signedInBuyer: async ({ context, newBuyer }, use) => {
    await signUp(context.request, newBuyer)
    await use(newBuyer)
  },
  otherBuyer: async ({ playwright, baseURL, newBuyer }, use) => {
    const request = await playwright.request.newContext({ baseURL })
    await signUp(request, newBuyer)
    await use({ ...newBuyer, request })
    await request.dispose()
  },
  register: async ({ page }, use) => {
    await use(async ({ name, email, password }) => {
      await page.getByLabel('Name').fill(name)
      await page.getByLabel('Email').fill(email)
      await page.getByLabel('Password').fill(password)
      await page.getByRole('button', { name: 'Register' }).click()
    })
  },
})

export { expect }

/** Expects elements that exist, of which none is shown, as on paper. */
export async function expectHidden(elements: Locator): Promise<void> {
  await expect(elements).not.toHaveCount(0)
  await expect(elements.filter({ visible: true })).toHaveCount(0)
}

/** Returns a toast at the top right. */
export async function expectToast(page: Page, text: string): Promise<void> {
  await expect(page.getByRole('alert').filter({ hasText: text }).last()).toBeVisible()
}

/** A colour of the theme, as the page resolves it: `--color-error`. */
export function themeColor(page: Page, token: string): Promise<string> {
  return page.evaluate((token) => {
    const probe = document.createElement('span')
    probe.style.color = `var(${token})`
    document.body.append(probe)
    const { color } = getComputedStyle(probe)
    probe.remove()
    return color
  }, token)
}

/** Fills the card provider's own form. */
export async function fillCard(page: Page, number: string): Promise<void> {
  await page.getByLabel('Card number').fill(number)
  await page.getByLabel('Expiration date').fill('12 / 34')
  await page.getByLabel('CVC').fill('123')
}

/** Opens a page as the demo's admin, with a session from the API. */
export async function openAsDemoAdmin(page: Page, path: string): Promise<void> {
  await signIn(withCookies(page.request), demoAdmin())
  // A token of the page's earlier user belongs to another session.
  if (page.url() !== 'about:blank') {
    await page.evaluate(() => localStorage.removeItem('accessToken'))
  }
  await page.goto(path)
}

/** Opens the dashboard as the demo's admin, in a browser of its own behind `page`. */
export async function openAdminElsewhere(page: Page, baseURL: string | undefined): Promise<Page> {
  const browser = page.context().browser()
  if (!browser) throw new Error('This context has no browser.')
  const admin = await (await browser.newContext({ baseURL })).newPage()
  await openAsDemoAdmin(admin, '/dashboard')
  // In Firefox, only the frontmost window has the focus.
  await page.bringToFront()
  return admin
}

/** Fills in the form of the login page that is open, and sends it. */
export async function logIn(page: Page, { email, password }: Login): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Login')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Login' }).click()
}

/** Logs in by the form as the demo's admin, and goes on to `from`. */
export async function logInAsAdmin(page: Page, from: string): Promise<void> {
  await page.goto(`/login?from=${from}`)
  await logIn(page, demoAdmin())
}

/** The admin whose password the shop generated at its first start. */
export function demoAdmin() {
  const file = join(process.env.TEST_SHOP_TEMPLATE ?? '', 'secrets/admin-password')
  return { email: 'admin@forgewell.example', password: readFileSync(file, 'utf8') }
}
