import type { APIRequestContext } from '@playwright/test'
import { placeOrder } from '#e2e/testing/api-helpers.ts'
import { expect, openAsDemoAdmin, test } from '#e2e/testing/fixtures.ts'
import { publicPages } from '#e2e/testing/pages.ts'
import { attacks } from '#server/testing/script-attacks.ts'

test('a page’s policy allows scripts by hash and only its own origin', async ({ request }) => {
  const hashes = new Set<string>()
  for (const { path } of publicPages.filter((page) => !page.path.includes(':'))) {
    const headers = (await request.get(path)).headers()
    const policy = headers['content-security-policy'] ?? ''
    expect(policy).toMatch(/script-src 'self' 'sha256-/)
    expect(policy).not.toMatch(/unsafe-|nonce-|stripe\.com|\*/)
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).toContain("require-trusted-types-for 'script'")
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'permissions-policy': expect.stringContaining('camera=()'),
    })
    hashes.add(policy)
  }
  // Their hydration data differ, and so do the hashes.
  expect(hashes.size).toBeGreaterThan(5)
})

const everyResponse = ['x-content-type-options', 'cross-origin-resource-policy']
const documentPolicies = [
  'content-security-policy',
  'referrer-policy',
  'cross-origin-opener-policy',
  'permissions-policy',
]

test('a response that a browser can show has all policies; a script, style or font only those for it', async ({
  request,
}) => {
  const html = await (await request.get('/')).text()
  const image = (await (await request.get('/api/products?size=1')).json())[0].imgURL
  const firstOf = (name: RegExp) => html.match(name)?.[0] ?? `no ${name}`
  const style = firstOf(/\/assets\/[\w-]+\.css/)
  const script = firstOf(/\/assets\/[\w-]+\.js/)
  const font = firstOf(/\/assets\/[\w-]+\.woff2/)
  const pages = ['/', '/nowhere', '/_.data', '/api/products', '/api/nothing']
  const others = ['/healthz', '/robots.txt', '/sitemap.xml', '/favicon.ico', image]
  const sent: Record<string, string[]> = {}
  const expected: Record<string, string[]> = {}
  for (const path of [...pages, ...others, style, script, font]) {
    const headers = (await request.get(path)).headers()
    expect([path, headers['x-content-type-options']]).toEqual([path, 'nosniff'])
    expect([path, headers['cross-origin-resource-policy']]).toEqual([path, 'same-origin'])
    sent[path] = [...everyResponse, ...documentPolicies].filter((name) => headers[name])
    const isDocument = ![style, script, font].includes(path)
    expected[path] = [...everyResponse, ...(isDocument ? documentPolicies : [])]
  }
  expect(sent).toEqual(expected)
})

test.describe('a script that gets into a page', () => {
  test.use({
    expectedErrors: ['Security policy', 'Security Policy', 'Trusted', 'policy:'],
  })

  test('is blocked, however it was injected @gate', async ({ page }) => {
    await page.goto('/')
    const blocked = await page.evaluate(async () => {
      const ran = () => Object(globalThis).ran
      const outcomes: string[] = []
      const attempt = (name: string, run: () => void) => {
        try {
          run()
        } catch (error) {
          outcomes.push(`${name}: ${(error as Error).name}`)
        }
      }
      attempt('html', () => {
        document.body.insertAdjacentHTML('beforeend', '<img src=x onerror="ran = 1">')
      })
      attempt('script', () => {
        const script = document.createElement('script')
        script.textContent = 'ran = 2'
        document.body.append(script)
      })
      attempt('handler', () => {
        document.body.setAttribute('onclick', 'ran = 3')
        document.body.click()
      })
      attempt('policy', () =>
        Object(globalThis).trustedTypes.createPolicy('mine', {
          createHTML: (html: string) => html,
        }),
      )
      // The test's own call may evaluate code; what comes after it may not.
      await new Promise((resolve) => requestAnimationFrame(resolve))
      attempt('eval', () => new Function('ran = 4')())
      return { outcomes, ran: ran() ?? null }
    })
    expect(blocked.ran).toBeNull()
    expect(blocked.outcomes.map((outcome) => outcome.split(':')[0])).toEqual(
      expect.arrayContaining(['html', 'script', 'eval', 'policy']),
    )
  })
})

// Each page is opened whole; the fixtures fail the test for any report of the page's policy.
test.describe(() => {
  test.use({ expectedRefusals: [404] })
  test('script attacks in every text field are harmless and violate no policy', async ({
    page,
    signedInBuyer,
  }) => {
    page.on('dialog', (dialog) => {
      throw new Error(`Executed: ${dialog.message()}`)
    })
    const all = attacks.join(' ')
    const order = await plantAttacks(page.request, signedInBuyer, all)
    const query = encodeURIComponent(attacks[2] ?? '')
    const buyers = [
      '/reviews',
      '/dashboard',
      '/dashboard/orders',
      `/dashboard/orders/${order}`,
      `/dashboard/orders/payment/${order}`,
      '/dashboard/profile',
      '/dashboard/review',
      `/contact?product=${query}`,
    ]
    for (const path of buyers) await page.goto(path)
    await page.context().clearCookies()
    for (const path of [
      '/',
      '/reviews',
      `/login?from=${query}&error=${query}`,
      `/reset-password?token=${query}`,
      `/${query}`,
    ])
      await page.goto(path)
    await openAsDemoAdmin(page, '/dashboard/manage-orders')
    await expect(page.getByRole('row').filter({ hasText: '<script>' }).first()).toBeVisible()
    for (const path of ['/dashboard/manage-users', `/dashboard/manage-users?search=${query}`])
      await page.goto(path)
  })
})

async function plantAttacks(
  calls: APIRequestContext,
  buyer: { name: string; email: string; password: string },
  all: string,
) {
  const user = `/api/users/${encodeURIComponent(buyer.email)}`
  const { token } = await (await calls.put(user, { data: { email: buyer.email } })).json()
  const headers = { Authorization: `Bearer ${token}` }
  const [script = '', image = ''] = attacks
  const profile = { name: image, phone: script, country: script, city: image, address: all }
  expect((await calls.put(user, { headers, data: profile })).status()).toBe(200)
  const review = { email: buyer.email, name: script, ratings: 5, review: all.slice(0, 150) }
  expect((await calls.post('/api/reviews/', { headers, data: review })).status()).toBe(200)
  const message = { name: script, email: buyer.email, message: all, product: image }
  expect((await calls.post('/api/contact', { data: message })).status()).toBe(200)
  return placeOrder(calls, { ...buyer, name: script })
}

test('malformed forms are rejected without a server error', async ({ request }) => {
  const post = async (type: string, data: string | Buffer) =>
    (await request.post('/contact', { headers: { 'Content-Type': type }, data })).status()
  for (const type of ['text/plain', 'application/json', 'multipart/form-data', 'x/y', 'image/png'])
    expect([type, await post(type, 'name=Jane')]).toEqual([type, 400])
  const file = { name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('Jane') }
  const answer = await request.post('/contact', { multipart: { name: file, email: 'a@b.example' } })
  expect(answer.status()).toBe(200)
  expect(await answer.text()).toContain('Name is required')
})

test('the API documentation loads only from the shop', async ({ context }) => {
  // Not a page of the shop, so it has no hydration mark.
  const page = await context.newPage()
  await page.goto('/api/docs')
  await expect(page.getByText('Place an order').first()).toBeVisible()
  await page.getByText('Place an order').first().click()
  await expect(page.locator('details[open]').getByText('Idempotency-Key').first()).toBeVisible()
})
