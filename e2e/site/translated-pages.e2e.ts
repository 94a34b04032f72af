import type { Page } from '@playwright/test'
import { findProduct } from '#e2e/testing/api-helpers.ts'
import { expect, openAsDemoAdmin, test } from '#e2e/testing/fixtures.ts'
import { paste } from '#e2e/testing/order-list.ts'

/** Replaces texts as the translation of browsers does, those that appear later too. */
async function translateAll(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const translate = (root: Node) => {
      const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
      const found: Text[] = []
      while (texts.nextNode()) found.push(texts.currentNode as Text)
      for (const text of found) {
        if (!/[\p{L}\p{N}]/u.test(text.data)) continue
        if (text.parentElement?.closest('script, style, textarea, title, font')) continue
        const font = document.createElement('font')
        font.textContent = text.data
        text.replaceWith(font)
      }
    }
    const start = () => {
      if (!document.documentElement?.hasAttribute('data-hydrated')) return setTimeout(start, 20)
      translate(document.body)
      return new MutationObserver((mutations) => {
        for (const { addedNodes, target } of mutations) {
          if (addedNodes.length > 0 && target.nodeName !== 'FONT') translate(target)
        }
      }).observe(document.body, { childList: true, subtree: true })
    }
    start()
  })
}

const heading = (page: Page) => page.getByRole('heading', { level: 1 })

async function expectTranslated(page: Page): Promise<void> {
  await expect(heading(page).locator('font').first()).toBeVisible()
  await expect(page.getByText('Something went wrong')).toHaveCount(0)
}

test('a buyer orders on translated pages', async ({ page, signedInBuyer }) => {
  test.slow()
  await translateAll(page)
  const { _id, name, minQuantity } = await findProduct(page.request)
  await page.goto('/order-list')
  await expectTranslated(page)
  await paste(page, `${name} ${minQuantity + 2}`)
  const quantity = page.getByLabel(`Quantity of ${name}`)
  await expect(quantity).toHaveValue(String(minQuantity + 2))
  await quantity.fill('1')
  await quantity.press('Tab')
  await expect(page.getByText(`Raised to ${minQuantity}`)).toBeVisible()
  await quantity.fill(String(minQuantity + 1))
  await quantity.press('Tab')
  await expect(page.getByText(`Raised to ${minQuantity}`)).toHaveCount(0)
  await expectTranslated(page)

  await page.goto(`/purchase/${_id}`)
  await expectTranslated(page)
  await page.getByLabel('Address').fill('1 Anvil Street')
  for (const typed of ['1', '', String(minQuantity)]) {
    await page.getByLabel('Quantity').fill(typed)
    await page.getByLabel('Quantity').press('Tab')
  }
  await page.getByRole('button', { name: 'Purchase', exact: true }).click()
  await page.goto('/dashboard/orders')
  await expectTranslated(page)
  await expect(page.getByText(name).first()).toBeVisible()
  await page.goto('/dashboard/profile')
  await expect(page.getByLabel('Email')).toHaveValue(signedInBuyer.email)
})

test('pages change and sums follow while they are translated', async ({ page }) => {
  test.slow()
  await translateAll(page)
  await page.goto('/')
  await expectTranslated(page)
  for (const link of ['Blogs', 'Portfolio', 'Reviews', 'All Tools', 'Contact', 'Login']) {
    const found = page.getByRole('banner').or(page.getByRole('contentinfo')).getByRole('link', { name: link })
    if ((await found.count()) === 0) continue
    await found.first().click()
    await expectTranslated(page)
  }
  await page.goto('/login')
  await page.getByRole('button', { name: 'Login' }).click()
  await page.getByLabel('Email').fill('x')
  await page.getByLabel('Email').press('Tab')
  await expectTranslated(page)
})

test('an admin works on translated pages', async ({ page }) => {
  test.slow()
  await openAsDemoAdmin(page, '/dashboard')
  await translateAll(page)
  for (const path of ['', '/manage-orders', '/manage-products', '/manage-users', '/add-product']) {
    await page.goto(`/dashboard${path}`)
    await expectTranslated(page)
    for (const field of await page.getByRole('searchbox').all()) {
      await field.fill('wrench')
      await field.press('Enter')
    }
    await expectTranslated(page)
  }
})
