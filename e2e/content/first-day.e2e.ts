import type { Page } from '@playwright/test'
import { expectAccessible } from '#e2e/testing/accessibility.ts'
import { image } from '#e2e/testing/admin-product-fixtures.ts'
import { expect, expectToast, openAsDemoAdmin } from '#e2e/testing/fixtures.ts'
import { testAlone } from '#e2e/testing/test-alone.ts'

// Each form is checked by axe, which takes long on a busy machine.
testAlone.setTimeout(180_000)

async function open(page: Page, path: string, heading: string) {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
  await expectAccessible(page)
}

/** 300 tools, of which two have a price that is refused. */
const tools = Array.from({ length: 300 }, (_, at) => {
  const price = at < 2 ? '2.00' : '24.50'
  return `HP-${at + 1},Hand plane ${at + 1} mm,"Beech body, blued iron",${price},40,5,Planes`
})

testAlone(
  'an owner brings name, categories, tools, pictures, a post and the terms @gate',
  async ({ page }) => {
    await openAsDemoAdmin(page, '/dashboard')
    await open(page, '/dashboard/shop', 'Shop')
    await page.getByLabel('Name', { exact: true }).fill('Anvil & Co')
    await page.getByLabel('Accent colour', { exact: true }).fill('#ffcc00')
    await page.getByRole('button', { name: 'Use #876c00' }).click()
    await page.getByLabel('Logo for light backgrounds').setInputFiles(image('combination-wrench-set'))
    await expect(page.getByRole('img', { name: 'Current' })).toBeVisible()
    await page.getByRole('button', { name: 'Save shop' }).click()
    await expectToast(page, 'Shop saved')
    await page.getByRole('button', { name: 'Remove demo content …' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove demo content' }).click()
    await expectToast(page, 'The demo’s content is removed')

    await open(page, '/dashboard/categories', 'Categories')
    await page.getByLabel('Name').fill('Planes')
    await page.getByRole('button', { name: 'Add category' }).click()
    await expect(page.getByRole('rowheader', { name: 'Planes', exact: true })).toBeVisible()

    await open(page, '/dashboard/manage-products/import', 'Import products')
    const headings = 'SKU,Name,Description,Price,Stock,Minimum order,Category'
    await page.getByLabel('Choose a file').setInputFiles({
      name: 'tools.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from([headings, ...tools].join('\n')),
    })
    await expect(page.getByText('Compared: 298 new, 2 refused.')).toBeVisible()
    await page.getByRole('link', { name: 'Refused 2' }).click()
    for (const row of [2, 3]) {
      await page.getByRole('button', { name: `Fix row ${row}` }).click()
      await page.getByLabel('Price', { exact: true }).fill('20.00')
      await page.getByRole('button', { name: 'Check again' }).click()
      await expect(page.getByRole('button', { name: `Fix row ${row}` })).toHaveCount(0)
      await expect(page.getByText(`Compared: ${297 + row} new`)).toBeVisible()
    }
    await page.getByRole('button', { name: 'Apply 300 rows' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Apply' }).click()
    await expect(page.getByText('Applied: 300 rows.')).toBeVisible()

    await open(page, '/dashboard/manage-products/pictures', 'Pictures and data sheets')
    const picture = image('combination-wrench-set')
    const named = ['hp-1.webp', 'HP_2.webp'].map((name) => ({ ...picture, name }))
    await page.getByLabel('Choose files').setInputFiles(named)
    await page.getByRole('button', { name: 'Store 2 files' }).click()
    await expect(page.getByText('2 of 2 stored')).toBeVisible()
    await expectAccessible(page)

    await open(page, '/dashboard/blogs/new', 'Write a post')
    await page.getByLabel('Title').fill('Our first day')
    await page.getByLabel('Text', { exact: true }).fill('## Morning\n\nWe **forge** <b>and</b> grind.')
    const preview = page.getByRole('region', { name: 'Preview of Text' })
    await expect(preview.getByRole('heading', { name: 'Morning' })).toBeVisible()
    await page.getByLabel('Image').setInputFiles(image('combination-wrench-set'))
    await page.getByLabel('Visitors see it').selectOption('From now on')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Save post' }).click()
    await expectToast(page, 'Post saved')
    await open(page, '/dashboard/blogs', 'Blog posts')

    await open(page, '/dashboard/pages/terms', 'Terms and conditions')
    await page.getByLabel('Text', { exact: true }).fill('## Payment\n\nWithin 30 days.')
    await page.getByRole('button', { name: 'Save page' }).click()
    await expectToast(page, 'Page saved')
    await open(page, '/dashboard/pages', 'Legal pages')

    await open(page, '/dashboard/texts', 'Menu, footer and portfolio')
    await open(page, '/dashboard/shop', 'Shop')
    await page.getByLabel('Banner').fill('TOOLS THAT LAST')
    await page.getByRole('button', { name: 'Save home' }).click()
    await expectToast(page, 'Texts saved')

    await open(page, '/dashboard/manage-reviews', 'Manage Reviews')

    // Cached responses live for a second.
    await expect(async () => {
      await page.goto('/')
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('TOOLS THAT LAST')
    }).toPass()
    await expect(page).toHaveTitle('High quality tools for manufacturing | Anvil & Co')
    await expectAccessible(page)
    await page.goto('/blogs')
    await page.getByRole('link', { name: 'Our first day' }).click()
    const post = page.getByRole('article')
    await expect(post.getByRole('heading', { level: 2 })).toHaveText('Morning')
    await expect(post.getByText('We forge <b>and</b> grind.')).toBeVisible()
    await page.goto('/pages/terms')
    await expect(page.getByText('Within 30 days.')).toBeVisible()
    await expectAccessible(page)
    await page.context().clearCookies()
    await page.goto('/register')
    const terms = page.getByRole('main').getByRole('link', { name: 'Terms and conditions' })
    await expect(terms).toBeVisible()
  },
)
