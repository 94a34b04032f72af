import { expect, test } from '#e2e/testing/fixtures.ts'

test('the portfolio: introduction, e-mail, four projects, eleven skills, education @gate', async ({
  page,
}) => {
  await page.goto('/about-me')
  await expect(page).toHaveTitle('My Portfolio | Forgewell')
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - heading "My Portfolio" [level=1]
    - heading "Nora Hallberg" [level=2]
    - paragraph: Toolmaker and head of Forgewell
    - paragraph:
      - link "hello@forgewell.example":
        - /url: mailto:hello@forgewell.example
    - heading "Projects" [level=2]
    - heading "Skills" [level=2]
    - heading "Education" [level=2]
    - list
  `)
  await expect(page.locator('.cards > li')).toHaveCount(4)
  await expect(page.locator('.cards > li').getByRole('heading', { level: 3 })).toHaveCount(4)
  await expect(page.getByRole('term')).toHaveCount(11)
  await expect(page.getByRole('definition')).toHaveCount(11)
})
