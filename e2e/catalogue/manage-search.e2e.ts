import { expectAccessible } from '#e2e/testing/accessibility.ts'
import { expect, expectToast, openAsDemoAdmin, test } from '#e2e/testing/fixtures.ts'

test('the owner adds words that mean the same, and sees searches without a result', async ({ page }) => {
  const found = page.getByRole('article').getByRole('heading').first()
  const word = `qq${crypto.randomUUID().slice(0, 8).replaceAll(/[0-9]/g, 'q')}`
  await page.goto(`/purchase?q=${word}`)
  await expect(page.getByText(`No tool matches “${word}”.`)).toBeVisible()

  await openAsDemoAdmin(page, '/dashboard/search')
  await expect(page.getByRole('row', { name: new RegExp(word) })).toContainText('1')
  await expectAccessible(page)
  const words = page.getByLabel('Words that mean the same')
  await words.fill(word)
  await page.getByRole('button', { name: 'Add Words' }).click()
  await expect(page.getByText('Enter at least two words, separated by commas')).toBeVisible()
  await words.fill(`${word}, combination wrench`)
  await page.getByRole('button', { name: 'Add Words' }).click()
  await expectToast(page, 'Synonyms saved')
  const row = page.getByRole('row', { name: `${word}, combination wrench` })
  await expect(row).toBeVisible()

  await page.goto(`/purchase?q=${word}`)
  await expect(found).toContainText('Combination Wrench')
  await page.goto('/dashboard/search')
  await row.getByRole('button', { name: 'Edit' }).click()
  await expect(words).toHaveValue(`${word}, combination wrench`)
  await expect(words).toBeFocused()
  await words.fill(`${word}, claw hammer`)
  await page.getByRole('button', { name: 'Save Words' }).click()
  await expect(page.getByRole('row', { name: `${word}, claw hammer` })).toBeVisible()
  await expect(row).toHaveCount(0)
  await page.goto(`/purchase?q=${word}`)
  await expect(found).toContainText('Claw Hammer')
  await page.goto('/dashboard/search')
  await page
    .getByRole('row', { name: `${word}, claw hammer` })
    .getByRole('button', { name: 'Delete' })
    .click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete words' }).click()
  await expect(page.getByRole('row', { name: new RegExp(`${word}, claw hammer`) })).toHaveCount(0)
})
